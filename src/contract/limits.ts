import { treeCountMin, yardsBetweenTreesMin } from "../protocol/tree-task.ts";

/** The numbers of the specification, sections 5 and 9, and ours where it is silent; each with its unit. */

export const questNameLength = { min: 3, max: 120 };
export const locationTextLength = { min: 2, max: 120 };
export const postalCodeLength = { min: 3, max: 30 };
/** Stands for the postal code of a place that has none, such as a river. */
export const noPostalCode = "none";
export const questDifficulty = { min: 1, max: 5, default: 1 };
/** As read: a quest may carry 0, "not rated". */
export const questDifficultyAsRead = { min: 0, max: 5 };

/** The tree quest's thresholds. */
export const treeTask = {
  minTrees: treeCountMin,
  minYardsBetweenTrees: yardsBetweenTreesMin,
  minutesPerSample: { min: 5, max: 7 },
};

/** Milliseconds. */
export const uploadGeolocation = { timeoutMs: 30_000, maximumAgeMs: 0, highAccuracy: false };
export const gpsTestTimeoutMs = 20_000;

/** Ours: free text of a quest, in characters. */
export const longTextLength = 10_000;
export const shortTextLength = 200;
export const commentLength = 2_000;
export const spacingReasonLength = 500;
export const messageLength = { min: 1, max: 2_000 };
/** Ours: places of one's own data points of a quest that a phone is told of, the newest: 160 KB, of the 200 that an answer of a screen may have. */
export const ownPlacesMax = 5_000;
/** Ours: messages of one thread that are shown, the newest. */
export const messagesShownMax = 500;
/** Ours: data points of one decision. */
export const decisionIdsMax = 500;
/** Ours: how long the screen offers to undo a decision, and how long the server takes it: lines are slow. */
export const undoMs = { shown: 10_000, taken: 60_000 };
/** Ours: days for which somebody who decided in an organization counts as one of its reviewers. */
export const soleReviewerDays = 365;
/** Ours: how long a sample is held for the reviewer who has it open, unless they say again that they do. */
export const claimMs = 2 * 60_000;
/** Ours: samples that one reviewer holds at once. */
export const claimsMax = 200;
/** Ours: canned reasons of one organization, for each decision. */
export const reviewReasonsMax = 50;
export const reviewReasonLength = 500;
/** Ours: the days that figures of reviewers are of, unless somebody asks for others. */
export const reviewFiguresDays = 30;
/** Ours: people who review one quest. */
export const reviewersOfQuestMax = 100;
/** Ours: counts of filtered lists stop here. */
export const sampleCountMax = 1_000;
export const questLocationCount = { min: 1, max: 500 };
export const adventurerLimit = { min: 1, max: 1_000_000 };
/** PostgreSQL's integer. */
export const maxId = 2_147_483_647;

/** What a search for a place is asked for, in characters. */
export const placeQueryLength = { min: 2, max: 100 };

export const photoBytesMax = 25_000_000;
/** The largest sensors of phones have 200 million pixels. Such a JPEG is decoded by rows, which takes little memory. */
export const photoPixelsMax = 200_000_000;
/**
 * Ours: the memory that decoding photos may take at once, and so any one of them. A HEIC of 48 megapixels, the largest that
 * phones write, takes 650 MB.
 */
export const photoDecodeBytesMax = 650_000_000;
/** Ours: a progressive JPEG has some ten scans; every one goes through all pixels again. */
export const jpegScansMax = 100;
/** Pixels times scans: 200 megapixels in ten scans, 20 in a hundred. */
export const jpegScannedPixelsMax = 2_000_000_000;

/** Ours: all values of one data point, as JSON. */
export const measurementsBytesMax = 200_000;
/** Ours: the fixes that are kept of one data point. */
export const fixCountMax = 50;
/** Ours: points of one rescue bundle, and its bytes: what a phone can hold of a week without a signal. */
export const rescuePointsMax = 2_000;
/** Ours: one point in the manifest of a bundle: its values, its fixes and what else is said of it. */
export const rescuePointBytesMax = measurementsBytesMax + 50_000;
export const rescueBytesMax = 20_000_000_000;
/** Ours: an upload in parts that nothing was added to for so long is forgotten. */
export const resumableUploadKeptForMs = 14 * 24 * 60 * 60 * 1000;
/** Ours: uploads in parts of one account that no data point has taken; a further one takes the place of the oldest. */
export const resumableUploadsMax = 50;

export const plantIdRequestsPerDay = 500;
export const plantResultsShown = 3;

export const pageSize = { default: 50, max: 200 };
export const usernameLength = { min: 1, max: 128 };

/** Ours: one more than the maps show, for screens of twice the density. */
export const tileZoomMax = 19;
/** What the maps show, in levels of tiles of 256 px. */
export const mapZoom = { min: 1, max: 18 };
/** Ours: spots of one look at the map of quests. */
export const questSpotsMax = 500;
export const detailMap = { zoom: 4 };
export const listMap = { zoom: 2, center: [20, 0] as [number, number] };
export const markerWidthPx = 50;
export const cardImagePx = { width: 215, height: 130 };
/** Widths of a cover's sizes; the card's is enough for three device pixels a CSS pixel. */
export const coverWidthPx = { card: 640, hero: 1600 };
export const thumbnailWidthPx = 50;
export const enlargedImageMaxHeight = "87.5vh";
export const adminDialogWidthPx = 1200;
export const staticMapPx = { width: 400, height: 400 };
