import { escapeHtml } from "../pages/escape-html.ts";
import { dataciteOf } from "./citations.ts";
import { type DescribedRelease, dayOf } from "./described-release.ts";
import type { StoredReleaseFile } from "./release-queries.ts";

/**
 * A release as a record of InvenioRDM.
 * @param previousDoi of the release before it
 */
export function archiveRecordOf(
  release: DescribedRelease,
  files: readonly StoredReleaseFile[],
  previousDoi: string | undefined,
): object {
  const { titles, publisher, version, descriptions } = dataciteOf(release, files);
  const { authors, publishedAt, licence, address, content } = release;
  const { accepted, volunteers, first_day: first, last_day: last } = content;
  const paragraphs = [
    ...descriptions.map(({ description }) => description),
    `${accepted} accepted data points of ${volunteers} volunteers, measured from ${first} to ${last}.`,
  ];
  return {
    access: { record: "public", files: "public" },
    files: { enabled: true },
    metadata: {
      resource_type: { id: "dataset" },
      title: titles[0]?.title,
      creators: authors.map(({ name, orcid }) => ({
        person_or_org: {
          type: "personal",
          // Names aren't split: nobody but the author knows how.
          family_name: name,
          ...(orcid !== undefined && { identifiers: [{ scheme: "orcid", identifier: orcid }] }),
        },
      })),
      publication_date: dayOf(publishedAt),
      publisher: publisher.name,
      version,
      description: paragraphs.map((text) => `<p>${escapeHtml(text ?? "").replaceAll("\n", "<br>")}</p>`).join(""),
      rights: [{ id: licence.id.toLowerCase() }],
      dates: [{ date: first === last ? first : `${first}/${last}`, type: { id: "collected" } }],
      related_identifiers: [
        {
          identifier: address,
          scheme: "url",
          relation_type: { id: "isidenticalto" },
          resource_type: { id: "dataset" },
        },
        ...(previousDoi === undefined
          ? []
          : [
              {
                identifier: previousDoi,
                scheme: "doi",
                relation_type: { id: "isnewversionof" },
                resource_type: { id: "dataset" },
              },
            ]),
      ],
    },
  };
}
