import type { CitationFormat } from "../../contract/desk-enums.ts";
import { citeInApa, type DescribedRelease, dayOf, fileAddress, generalizationOf } from "./described-release.ts";
import type { StoredReleaseFile } from "./release-queries.ts";

export const citationTypes: Record<CitationFormat, string> = {
  datacite: "application/vnd.datacite.datacite+json",
  "json-ld": "application/ld+json",
  csl: "application/vnd.citationstyles.csl+json",
  bibtex: "application/x-bibtex; charset=utf-8",
};

type Files = readonly StoredReleaseFile[];

/** A release for programs that cite it. @param publicUrl without a trailing slash */
export function citationIn(format: CitationFormat, release: DescribedRelease, files: Files, publicUrl: string): string {
  if (format === "bibtex") return bibtexOf(release);
  if (format === "csl") return json([cslOf(release)]);
  return json(format === "datacite" ? dataciteOf(release, files) : jsonLdOf(release, files, publicUrl));
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** DataCite Metadata Schema 4.6, as JSON. */
export function dataciteOf(release: DescribedRelease, files: Files) {
  const { title, authors, publisher, publishedAt, number, doi, address, licence, notes, content } = release;
  const { box, first_day: first, last_day: last } = content;
  const descriptions = [
    ...(content.quest_description ? [{ description: content.quest_description, descriptionType: "Abstract" }] : []),
    ...(notes ? [{ description: notes, descriptionType: "Other" }] : []),
    ...(generalizationOf(content.positions)
      ? [{ description: generalizationOf(content.positions), descriptionType: "Methods" }]
      : []),
  ];
  return {
    schemaVersion: "http://datacite.org/schema/kernel-4",
    ...(doi !== null && { doi, identifiers: [{ identifier: `https://doi.org/${doi}`, identifierType: "DOI" }] }),
    ...(doi === null && { identifiers: [{ identifier: address, identifierType: "URL" }] }),
    url: address,
    titles: [{ title }],
    creators: authors.map(({ name, orcid }) => ({
      name,
      ...(orcid !== undefined && {
        nameIdentifiers: [
          {
            nameIdentifier: `https://orcid.org/${orcid}`,
            nameIdentifierScheme: "ORCID",
            schemeUri: "https://orcid.org",
          },
        ],
      }),
    })),
    publisher: { name: publisher },
    publicationYear: String(publishedAt.getUTCFullYear()),
    types: { resourceType: "Dataset", resourceTypeGeneral: "Dataset" },
    version: String(number),
    dates: [
      { date: dayOf(publishedAt), dateType: "Issued" },
      { date: `${first}/${last}`, dateType: "Collected" },
    ],
    rightsList: [
      {
        rights: licence.name,
        rightsUri: licence.address,
        rightsIdentifier: licence.id,
        rightsIdentifierScheme: "SPDX",
        schemeUri: "https://spdx.org/licenses/",
      },
    ],
    descriptions,
    formats: [...new Set(files.map(({ media_type }) => media_type.split(";")[0]))],
    sizes: files.map(({ bytes }) => `${bytes} bytes`),
    ...(box && {
      geoLocations: [
        {
          geoLocationBox: {
            westBoundLongitude: box[0],
            southBoundLatitude: box[1],
            eastBoundLongitude: box[2],
            northBoundLatitude: box[3],
          },
        },
      ],
    }),
  };
}

/** schema.org `Dataset`. */
export function jsonLdOf(release: DescribedRelease, files: Files, publicUrl: string) {
  const { title, authors, publisher, publishedAt, number, citedAddress, address, licence, notes, content } = release;
  const { box } = content;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    "@id": citedAddress,
    name: title,
    description: [content.quest_description, notes].filter(Boolean).join("\n\n") || citeInApa(release),
    url: address,
    identifier: citedAddress,
    version: String(number),
    datePublished: dayOf(publishedAt),
    license: licence.address,
    isAccessibleForFree: true,
    citation: citeInApa(release),
    creator: authors.map(({ name, orcid }) => ({
      "@type": "Person",
      name,
      ...(orcid !== undefined && { "@id": `https://orcid.org/${orcid}` }),
    })),
    publisher: { "@type": "Organization", name: publisher },
    temporalCoverage: `${content.first_day}/${content.last_day}`,
    ...(box && {
      spatialCoverage: {
        "@type": "Place",
        geo: { "@type": "GeoShape", box: `${box[1]} ${box[0]} ${box[3]} ${box[2]}` },
      },
    }),
    isPartOf: `${publicUrl}/quests/${release.questId}/results`,
    distribution: files.map(({ name, media_type, bytes, sha256 }) => ({
      "@type": "DataDownload",
      name,
      contentUrl: fileAddress(publicUrl, release, name),
      encodingFormat: media_type.split(";")[0],
      contentSize: `${bytes} B`,
      sha256,
    })),
  };
}

/** CSL-JSON, of citation style processors. */
function cslOf({ title, authors, publisher, publishedAt, number, doi, citedAddress, licence }: DescribedRelease) {
  const [year, month, day] = dayOf(publishedAt).split("-").map(Number);
  return {
    id: citedAddress,
    type: "dataset",
    title,
    author: authors.map(({ name }) => ({ literal: name })),
    publisher,
    issued: { "date-parts": [[year, month, day]] },
    version: String(number),
    URL: citedAddress,
    license: licence.address,
    ...(doi !== null && { DOI: doi }),
  };
}

function bibtexOf(release: DescribedRelease): string {
  const { questId, number, title, authors, publisher, publishedAt, doi, citedAddress } = release;
  const fields: [string, string][] = [
    // Braces keep a name whole.
    ["author", authors.map(({ name }) => `{${inBibtex(name)}}`).join(" and ")],
    ["title", `{${inBibtex(title)}}`],
    ["year", String(publishedAt.getUTCFullYear())],
    ["publisher", inBibtex(publisher)],
    ["version", String(number)],
    ...(doi === null ? [] : [["doi", doi] as [string, string]]),
    ["url", citedAddress],
  ];
  const lines = fields.map(([name, value]) => `  ${name} = {${value}},`);
  return [`@dataset{cairn-quest-${questId}-release-${number},`, ...lines, "}", ""].join("\n");
}

/** Removes what would end a value or start a command. */
const inBibtex = (text: string) => text.replaceAll(/[{}\\]/g, "").replaceAll(/[%&#$_]/g, "\\$&");
