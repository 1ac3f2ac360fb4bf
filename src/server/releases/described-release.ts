import type { CitationFormat } from "../../contract/desk-enums.ts";
import { type Licence, licenceOf } from "../../contract/licences.ts";
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
