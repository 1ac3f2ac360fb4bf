/** Limits of what teams, reviewers, testers and programs do, which volunteers' phones load without. */

export const questNameLength = { min: 3, max: 120 };
/** Ours: languages of a quest beside its own, and their texts together, in characters: phones get all of them. */
export const questTranslationsMax = 20;
export const questTranslationsLength = 250_000;
export const locationTextLength = { min: 2, max: 120 };
export const postalCodeLength = { min: 3, max: 30 };
/** Replaces the postal code of a location without one, such as a river. */
export const noPostalCode = "none";
export const gpsTestTimeoutMs = 20_000;
/** Ours: announcements, and how many of them a quest has in a day. */
export const announcementTitleLength = { min: 1, max: 120 };
export const announcementTextLength = { min: 1, max: 5_000 };
export const announcementsPerDay = 5;
/** Ours: an organization's open invitations, how long one is open, and how many are emailed within a day. */
export const openInvitationsMax = 200;
export const invitationDays = 7;
export const invitationMailsPerDay = 100;
/** Ours: data points per decision. */
export const decisionIdsMax = 500;
/** Ours: how long the screen offers undo, and how long the server accepts it, because connections can be slow. */
export const undoMs = { shown: 10_000, taken: 60_000 };
/** Ours: days for which someone who made a decision counts as a reviewer of the organization. */
export const soleReviewerDays = 365;
/** Ours: how long a sample stays claimed by the reviewer who has it open, unless renewed. */
export const claimMs = 2 * 60_000;
/** Ours: samples claimed by one reviewer at once. */
export const claimsMax = 200;
/** Ours: requests of a person for new organizations that wait or were made within a day. */
export const organizationRequestsMax = 3;
/** Ours: personal tokens of an account, and how long one lasts; a year may have 366 days. */
export const personalTokensMax = 20;
export const personalTokenDaysMax = 366;
export const personalTokenNameLength = { min: 1, max: 100 };
export const webAddressLength = 500;
/** Ours: webhooks of a quest. */
export const webhooksMax = 10;
/** Ours: an organization's canned reasons per decision. */
export const reviewReasonsMax = 50;
export const reviewReasonLength = 500;
/** Ours: default period of the reviewer figures, in days. */
export const reviewFiguresDays = 30;
/** Ours: reviewers per quest. */
export const reviewersOfQuestMax = 100;
/** Ours: filtered lists stop counting here. */
export const sampleCountMax = 1_000;
export const questLocationCount = { min: 1, max: 500 };
export const adventurerLimit = { min: 1, max: 1_000_000 };
/** Accepted data points that a quest wants in total. The database has the same limit. */
export const targetTotal = { min: 1, max: 10_000_000 };
/** Length of a location search, in characters. */
export const placeQueryLength = { min: 2, max: 100 };
export const adminDialogWidthPx = 1200;
export const staticMapPx = { width: 400, height: 400 };
/** Ours: of the name in public results. */
export const creditNameLength = 80;
/** Ours: authors of a release. */
export const releaseAuthorsMax = 100;
export const releaseAuthorLength = 200;
/** Ours: a lesson. */
export const lessonCardsMax = 30;
export const lessonTextLength = { min: 1, max: 2_000 };
export const lessonAltLength = { min: 1, max: 500 };
export const lessonOptions = { min: 2, max: 6 };
export const lessonOptionLength = { min: 1, max: 200 };
export const lessonReasonLength = { min: 1, max: 1_000 };
export const lessonUnitLength = { min: 1, max: 20 };
export const lessonValueMax = 1_000_000_000;
/** Ours: denied data points after which a lesson is asked for. */
export const lessonDeniedCount = { min: 1, max: 20 };
export const withdrawalReasonLength = { min: 3, max: 2_000 };
