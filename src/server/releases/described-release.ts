import { type CitationFormat, type Licence, licenceOf } from "../../contract/desk-enums.ts";
import type { ReleaseContent } from "../../contract/releases.ts";
import type { KnownRelease } from "./release-queries.ts";

/** What files, pages and citations say of a release. */
export type DescribedRelease = {
  questId: number;
  number: number;
  title: string;
  /** Address of this installation, without a trailing slash. */
  publicUrl: string;
  /** Address of its page. */
  address: string;
  /** Address of the page, or of the DOI. */
  citedAddress: string;
  doi: string | null;
  publishedAt: Date;
  licence: Licence;
  notes: string;
  authors: KnownRelease["authors"];
  publisher: string;
  content: ReleaseContent;
};

type Described = Pick<KnownRelease, "quest_id" | "number" | "licence" | "notes" | "authors" | "doi">;

/** @param publicUrl without a trailing slash */
export function describeRelease(
  { quest_id, number, licence, notes, authors, doi }: Described,
  content: ReleaseContent,
  publishedAt: Date,
  publicUrl: string,
): DescribedRelease {
  const address = releaseAddress(publicUrl, { questId: quest_id, number });
  return {
    questId: quest_id,
    number,
    publicUrl,
    title: `${content.quest_name}, release ${number}`,
    address,
    citedAddress: doi === null ? address : `https://doi.org/${doi}`,
    doi,
    publishedAt,
    licence: licenceOf(licence),
    notes,
    authors,
    publisher: content.organization.organization_name,
    content,
  };
}

export const releaseAddress = (publicUrl: string, { questId, number }: { questId: number; number: number }) =>
  `${publicUrl}/quests/${questId}/releases/${number}`;

export const fileAddress = (
  publicUrl: string,
  { questId, number }: { questId: number; number: number },
  name: string,
) => `${publicUrl}/api/quests/${questId}/releases/${number}/files/${name}`;

export const citationAddress = (publicUrl: string, id: { questId: number; number: number }, format: CitationFormat) =>
  `${publicUrl}/api/quests/${id.questId}/releases/${id.number}/citation?format=${format}`;

/** `YYYY-MM-DD` */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** APA: authors, year, title, kind, publisher, address. */
export function citeInApa({ authors, publishedAt, title, publisher, citedAddress }: DescribedRelease): string {
  const names = authors.map(({ name }) => name);
  const all = new Intl.ListFormat("en", { style: "short", type: "conjunction" }).format(names);
  return `${withPeriod(all)} (${publishedAt.getUTCFullYear()}). ${title} [Data set]. ${withPeriod(publisher)} ${citedAddress}`;
}

const withPeriod = (text: string) => (text.endsWith(".") ? text : `${text}.`);

/** Texts that go with files of a release, by name. */
export function releaseDocuments(release: DescribedRelease): Record<string, string> {
  return { "README.md": readmeOf(release), LICENSE: licenceText(release), "CITATION.cff": citationFile(release) };
}

function readmeOf(release: DescribedRelease): string {
  const { title, address, licence, notes, content, publishedAt } = release;
  const { accepted, volunteers, photos, missing_photos: missing, first_day: first, last_day: last } = content;
  const paragraphs = [
    `# ${title}`,
    content.quest_description,
    `${accepted} accepted data points of ${volunteers} volunteers, measured from ${first} to ${last}. Published by ${release.publisher} on ${dayOf(publishedAt)}.`,
    notes,
    `## Positions\n\n${generalizationOf(content.positions) ?? "Positions are as they were measured (WGS 84)."}`,
    "Times are in UTC. The day of a data point is that of the place where it was measured: of its position as it is published, or of the quest's first location if positions are hidden. An empty cell means that there is no answer. Several options in a cell are separated by `;`; where a value has a `;` or `\\`, a `\\` stands before it. For spreadsheets, take the plain CSV: it keeps them from reading answers as formulas. All other files have each answer as it was given.",
    `## Photos\n\n${photos} photos, in the archives of photos.${missing > 0 ? ` ${missing} more could not be read.` : ""}${content.photo_licence ? ` Their licence: ${content.photo_licence.name}, ${content.photo_licence.address}.` : ""}`,
    `## Licence\n\nThe data: ${licence.name}, ${licence.address}.`,
    `## How to cite\n\n${citeInApa(release)}`,
    `Later releases, and whether this one was withdrawn: ${address}`,
  ];
  return `${paragraphs.filter(Boolean).join("\n\n")}\n`;
}

/** How positions were made less exact; undefined if they weren't. */
export function generalizationOf(positions: DescribedRelease["content"]["positions"]): string | undefined {
  if (positions === "exact") return undefined;
  if (positions === "hidden") return "Positions and times of day are withheld.";
  return `Positions are rounded to ${positions} degrees, and times to the day. The uncertainty covers the whole square.`;
}

const licenceText = ({ licence, content: { photo_licence: ofPhotos } }: DescribedRelease) =>
  [
    `The data of this release are available under ${licence.name} (SPDX: ${licence.id}).`,
    `The whole text of this licence: ${licence.address}legalcode`,
    ...(ofPhotos ? [`Photos are available under ${ofPhotos.name}: ${ofPhotos.address}`] : []),
    "",
  ].join("\n");

/** Citation File Format 1.2.0. JSON strings are YAML strings. */
function citationFile(release: DescribedRelease): string {
  const { authors, title, doi, address, licence, publishedAt, number } = release;
  return [
    "cff-version: 1.2.0",
    'message: "Please cite these data as below."',
    "type: dataset",
    `title: ${JSON.stringify(title)}`,
    `version: ${JSON.stringify(String(number))}`,
    `date-released: ${dayOf(publishedAt)}`,
    `license: ${licence.id}`,
    `url: ${JSON.stringify(address)}`,
    ...(doi === null ? [] : [`doi: ${JSON.stringify(doi)}`]),
    "authors:",
    ...authors.flatMap(({ name, orcid }) => [
      `  - name: ${JSON.stringify(name)}`,
      ...(orcid === undefined ? [] : [`    orcid: "https://orcid.org/${orcid}"`]),
    ]),
    "",
  ].join("\n");
}
