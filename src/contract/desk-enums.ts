/** Enumerations of what teams and reviewers do, which volunteers' phones load without. */

/** States of a request for a new organization. */
export const organizationRequestStates = ["pending", "approved", "declined"] as const;
export type OrganizationRequestState = (typeof organizationRequestStates)[number];
/** Who creates organizations: everybody, everybody with an administrator's approval, or administrators only. */
export const organizationPolicies = ["open", "on_request", "closed"] as const;
export type OrganizationPolicy = (typeof organizationPolicies)[number];
/** Orders of the sample list: most doubtful first, cleanest first, by age, or neighbours together. */
export const sampleSorts = ["evidence", "clean", "oldest", "newest", "place"] as const;
export type SampleSort = (typeof sampleSorts)[number];
/** Reasons to doubt a data point; `evidence-scale.ts` has their weights. */
export const evidenceCodes = [
  "same_photo",
  "similar_photo",
  "exif_far",
  "exif_time",
  "poor_accuracy",
  "outside_places",
  "far_from_station",
  "too_close",
  "out_of_range",
  "outlier",
  "late",
  "no_device_position",
  "impossible_travel",
  "burst",
  "dark",
  "glare",
  "blurred",
  "finger",
] as const;
export type EvidenceCode = (typeof evidenceCodes)[number];
/** What reviewers may do with their own data points: nothing, or decide and have the decision marked and rechecked. */
export const ownDataPointRules = ["refused", "marked"] as const;
export type OwnDataPointRule = (typeof ownDataPointRules)[number];
/** Result for one data point of a batch decision. */
export const decisionResults = ["decided", "conflict", "refused"] as const;
/** Who gets an announcement: all who joined, those without a data point, or those with a change request to answer. */
export const announcementAudiences = ["all", "not_started", "to_answer"] as const;
/** `thanked` are those whose data points a release has. */
export const announcementReceivers = [...announcementAudiences, "thanked"] as const;
export type AnnouncementReceivers = (typeof announcementReceivers)[number];
/** `dictionary` describes the columns of the other two. */
export const datasetFormats = ["csv", "geojson", "dictionary"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

/** How volunteers are named in public results. */
export const creditKinds = ["username", "name", "none"] as const;

/** Licences of released data, by SPDX id. */
export const releaseLicences = ["CC0-1.0", "CC-BY-4.0", "CC-BY-NC-4.0"] as const;
export type ReleaseLicence = (typeof releaseLicences)[number];
export const releaseStates = ["building", "published", "failed", "withdrawn"] as const;
/** What a release's files are. */
export const releaseFormats = ["data-package", "darwin-core", "geoparquet", "geojson", "photos", "csv"] as const;
export type ReleaseFormat = (typeof releaseFormats)[number];
/** How a release can be cited by programs. */
export const citationFormats = ["datacite", "json-ld", "csl", "bibtex"] as const;
export type CitationFormat = (typeof citationFormats)[number];
/** Why a release could not be made. */
export const releaseFailures = ["results_hidden", "no_data_points", "internal_error"] as const;

export const depositStates = ["waiting", "failed", "deposited"] as const;
/** Why a deposit failed; of one that waits, `unreached`: it is tried again. */
export const depositFailures = [
  "unreached",
  "refused",
  "redirected",
  "no_doi",
  "not_configured",
  "internal_error",
] as const;
export type DepositFailureReason = (typeof depositFailures)[number];

/** What webhooks are told. */
export const webhookEvents = ["point.accepted", "point.withdrawn", "release.published"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Why a webhook is off: the quest's team turned it off, or the receiver answered that it is gone. */
export const webhookOffReasons = ["team", "gone"] as const;
/** Why an attempt failed; `status` is an answer that is neither success nor a redirect. */
export const webhookFailures = ["no_connection", "timed_out", "not_public", "redirected", "status"] as const;
export type WebhookFailure = (typeof webhookFailures)[number];
export const webhookDeliveryStates = ["waiting", "delivered", "failed"] as const;

export type Licence = { id: ReleaseLicence; name: string; address: string };

/** Names and addresses of Creative Commons, by SPDX id. */
const licences: Record<ReleaseLicence, Omit<Licence, "id">> = {
  "CC0-1.0": { name: "CC0 1.0", address: "https://creativecommons.org/publicdomain/zero/1.0/" },
  "CC-BY-4.0": { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
  "CC-BY-NC-4.0": { name: "CC BY-NC 4.0", address: "https://creativecommons.org/licenses/by-nc/4.0/" },
};

export const licenceOf = (id: ReleaseLicence): Licence => ({ id, ...licences[id] });
