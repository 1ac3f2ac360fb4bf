import * as z from "zod/mini";
import { call } from "./call.ts";
import {
  citationFormats,
  depositFailures,
  depositStates,
  releaseFailures,
  releaseFormats,
  releaseLicences,
  releaseStates,
} from "./desk-enums.ts";
import { releaseAuthorLength, releaseAuthorsMax, withdrawalReasonLength } from "./desk-limits.ts";
import { longTextLength } from "./limits.ts";
import { languagesOfName } from "./quest-languages.ts";
import { byId } from "./request-fields.ts";
import { resultsPolicySchema } from "./results.ts";
import { dateSchema, idSchema, instantSchema, nameText, text, trimmedText } from "./scalars.ts";

/** Releases: accepted data points of one moment, published for good. Not in the specification. */

/** The last character is a check digit (ISO 7064, MOD 11-2). */
export function isOrcid(value: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(value)) return false;
  const digits = value.replaceAll("-", "");
  let total = 0;
  for (const digit of digits.slice(0, -1)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.at(-1) === (check === 10 ? "X" : String(check));
}

export const releaseAuthorSchema = z.object({
  name: nameText(1, releaseAuthorLength),
  /** `0000-0002-1825-0097`. */
  orcid: z.optional(z.string().check(z.refine(isOrcid, { params: { text: "validation.request.orcid" } }))),
});

export const newReleaseSchema = z.object({
  licence: z.enum(releaseLicences),
  /** What readers have to know about these data. */
  notes: text(0, longTextLength),
  /** Thanks the volunteers. */
  thanks: z._default(text(0, longTextLength), ""),
  authors: z.array(releaseAuthorSchema).check(z.minLength(1), z.maxLength(releaseAuthorsMax)),
});
export type NewRelease = z.infer<typeof newReleaseSchema>;

/** Numbers begin with 1 in each quest. */
const releaseNumberSchema = idSchema;

export const startedReleaseSchema = z.object({ number: releaseNumberSchema, state: z.enum(releaseStates) });

const count = z.int();

/** Compared with the release before it. */
const releaseChangesSchema = z.object({ added: count, changed: count, removed: count });
export type ReleaseChanges = z.infer<typeof releaseChangesSchema>;

const depositSchema = z.object({
  state: z.enum(depositStates),
  /** Its origin. */
  archive: z.string(),
  /** While files are sent: how many bytes of how many. */
  progress: z.nullable(z.object({ done: count, total: count })),
  failure: z.nullable(z.enum(depositFailures)),
  /** Why the archive refused it, in the archive's words. */
  answer: z.nullable(z.string()),
});

export const releaseSchema = z.object({
  quest_id: idSchema,
  number: releaseNumberSchema,
  state: z.enum(releaseStates),
  licence: z.enum(releaseLicences),
  notes: z.string(),
  thanks: z.optional(z.string()),
  authors: z.array(z.object({ name: z.string(), orcid: z.optional(z.string()) })),
  requested_at: instantSchema,
  /** While it is built: how many steps of how many are done. */
  progress: z.nullable(z.object({ done: count, total: count })),
  failure: z.nullable(z.enum(releaseFailures)),
  published_at: z.nullable(instantSchema),
  withdrawn_at: z.nullable(instantSchema),
  withdrawal_reason: z.nullable(z.string()),
  doi: z.nullable(z.string()),
  /** Null before it is published. */
  accepted: z.nullable(count),
  changes: z.nullable(releaseChangesSchema),
  /** Its deposit at an archive, if there is one; only for the quest's coordinators. */
  deposit: z.optional(z.nullable(depositSchema)),
});
export type Release = z.infer<typeof releaseSchema>;

const releaseFileSchema = z.object({
  name: z.string(),
  format: z.enum(releaseFormats),
  media_type: z.string(),
  bytes: count,
  sha256: z.string(),
  address: z.string(),
});

/** What a release's data were when it was made. */
export const releaseContentSchema = z.object({
  quest_name: z.string(),
  ...languagesOfName,
  quest_description: z.nullable(z.string()),
  organization: z.object({ id: idSchema, organization_name: z.string() }),
  positions: resultsPolicySchema.shape.positions,
  accepted: count,
  volunteers: count,
  photos: count,
  /** Photos that could not be read when it was made. */
  missing_photos: count,
  first_day: dateSchema,
  last_day: dateSchema,
  /** West, south, east, north in degrees; west exceeds east across the antimeridian. Null without positions. */
  box: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  photo_licence: z.nullable(z.object({ name: z.string(), address: z.string() })),
  /** Those who took part and want to be named. */
  contributors: z.array(z.string()),
});
export type ReleaseContent = z.infer<typeof releaseContentSchema>;

export const releaseDetailSchema = z.extend(releaseSchema, {
  /** Null before it is published. */
  content: z.nullable(releaseContentSchema),
  /** APA. Null before it is published. */
  citation: z.nullable(z.string()),
  /** The citation for programs. Empty before it is published. */
  citations: z.array(z.object({ format: z.enum(citationFormats), address: z.string() })),
  /** Address of its page. */
  address: z.string(),
  /** Empty unless it is published. */
  files: z.array(releaseFileSchema),
});
export type ReleaseDetail = z.infer<typeof releaseDetailSchema>;

export const withdrawalSchema = z.object({
  reason: trimmedText(withdrawalReasonLength.min, withdrawalReasonLength.max),
});

/** `10.5281/zenodo.1234`, also as an address. */
export const doiSchema = z.object({
  doi: z.string().check(
    z.trim(),
    z.maxLength(300),
    z.overwrite((value) => value.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:)/i, "")),
    z.regex(/^10\.\d{4,9}\/[-._;()/:A-Za-z0-9<>]+$/),
  ),
});

export const byRelease = z.extend(byId, { number: byId.shape.id });
export const byReleaseFile = z.extend(byRelease, {
  name: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/)),
});
export const citationQuerySchema = z.object({ format: z.enum(citationFormats) });

export const releaseCalls = {
  publishRelease: call("POST", "/quests/{id}/releases", "coordinator", {
    summary:
      "Publish the quest's accepted data points of this moment as a numbered release. It is built in the background.",
    params: byId,
    body: newReleaseSchema,
    status: 202,
    response: startedReleaseSchema,
  }),
  listReleases: call("GET", "/quests/{id}/releases", "visitor", {
    summary: "The quest's releases, newest first.",
    params: byId,
    response: z.array(releaseSchema),
  }),
  getRelease: call("GET", "/quests/{id}/releases/{number}", "visitor", {
    summary: "A release with its files.",
    params: byRelease,
    response: releaseDetailSchema,
  }),
  getReleaseFile: call("GET", "/quests/{id}/releases/{number}/files/{name}", "visitor", {
    summary: "A file of a release. Parts can be requested.",
    params: byReleaseFile,
    produces: "application/octet-stream",
  }),
  getReleaseCitation: call("GET", "/quests/{id}/releases/{number}/citation", "visitor", {
    summary: "A published or withdrawn release as DataCite metadata, schema.org JSON-LD, CSL-JSON or BibTeX.",
    params: byRelease,
    query: citationQuerySchema,
    produces: [
      "application/vnd.datacite.datacite+json",
      "application/ld+json",
      "application/vnd.citationstyles.csl+json",
      "application/x-bibtex",
    ],
  }),
  withdrawRelease: call("POST", "/quests/{id}/releases/{number}/withdrawal", "coordinator", {
    summary: "Withdraw a release for good: its page stays and tells the reason, its files are no longer available.",
    params: byRelease,
    body: withdrawalSchema,
    response: releaseDetailSchema,
  }),
  setReleaseDoi: call("PUT", "/quests/{id}/releases/{number}/doi", "coordinator", {
    summary: "Note the DOI under which a release was registered elsewhere.",
    params: byRelease,
    body: doiSchema,
    response: releaseDetailSchema,
  }),
  depositRelease: call("POST", "/quests/{id}/releases/{number}/deposit", "coordinator", {
    summary:
      "Deposit a release at the archive that this installation uses, which gives it a DOI. It happens in the background.",
    params: byRelease,
    status: 202,
    response: releaseDetailSchema,
  }),
};
