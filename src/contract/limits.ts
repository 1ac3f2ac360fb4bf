import type { FileKind } from "../protocol/field.ts";
import { treeCountMin, yardsBetweenTreesMin } from "../protocol/tree-task.ts";

/** Limits from sections 5 and 9 of the specification, and ours where it is silent, with units. */

export const questDifficulty = { min: 1, max: 5, default: 1 };
/** Stored quests may have 0, "not rated". */
export const questDifficultyAsRead = { min: 0, max: 5 };

/** Thresholds of the tree quest. */
export const treeTask = {
  minTrees: treeCountMin,
  minYardsBetweenTrees: yardsBetweenTreesMin,
  minutesPerSample: { min: 5, max: 7 },
};

/** Milliseconds. */
export const uploadGeolocation = { timeoutMs: 30_000, maximumAgeMs: 0, highAccuracy: false };
/** Ours: free text of a quest, in characters. */
export const longTextLength = 10_000;
export const shortTextLength = 200;
/** Ours: answers to a card of a lesson that an attempt keeps: the first ones and the last. */
export const lessonTriesMax = 50;
/** Ours: of a quest. A phone keeps them all, 1.5 MB at most. */
export const stationsMax = 10_000;
export const stationCodeLengthMax = 40;
export const stationNameLengthMax = 120;
export const stationDescriptionLengthMax = 500;
/** Ours: ten years. */
export const stationRepeatDaysMax = 3_650;
/** Ours: of a station's newest data points. */
export const stationSeriesMax = 500;
export const commentLength = 2_000;
export const spacingReasonLength = 500;
export const messageLength = { min: 1, max: 2_000 };
/** Ours: questions of a volunteer to teams. */
export const questionsPerDay = 10;
/** Ours: the newest positions of one's own data points sent to a phone: 160 KB of the 200 KB limit per answer. */
export const ownPlacesMax = 5_000;
/** Ours: newest messages shown of a thread. */
export const messagesShownMax = 500;
/** Largest PostgreSQL integer. */
export const maxId = 2_147_483_647;

export const photoBytesMax = 25_000_000;
export const fileBytesMax: { readonly [Kind in FileKind]: number } = {
  photo: photoBytesMax,
  // Five minutes of Opus have 3 MB; Safari's AAC may have more.
  audio: 15_000_000,
  file: 10_000_000,
};
/** The limit for the sound of a question or option, ours: two minutes of MP3, as phones keep all sounds of a form. */
export const soundBytesMax = 2_000_000;
/** The longest recording. */
export const audioSecondsMax = 5 * 60;
/** The largest phone sensors have 200 megapixels. Such a JPEG is decoded row by row, which needs little memory. */
export const photoPixelsMax = 200_000_000;
/**
 * Ours: memory for decoding photos at once, and so for one photo. A 48-megapixel HEIC, the largest that phones write,
 * takes 650 MB.
 */
export const photoDecodeBytesMax = 650_000_000;
/** Ours: a progressive JPEG has about ten scans, and each one processes all pixels. */
export const jpegScansMax = 100;
/** Pixels × scans: 200 megapixels in ten scans, or 20 in a hundred. */
export const jpegScannedPixelsMax = 2_000_000_000;

/** Ours: all values of one data point, as JSON. */
export const measurementsBytesMax = 200_000;
/** Ours: fixes kept per data point. */
export const fixCountMax = 50;
/** Ours: data points and bytes of a rescue bundle: what a phone collects in a week without a signal. */
export const rescuePointsMax = 2_000;
/** Ours: one data point in a bundle's manifest: values, fixes and metadata. */
export const rescuePointBytesMax = measurementsBytesMax + 50_000;
export const rescueBytesMax = 20_000_000_000;
/** Ours: an unfinished upload is deleted after this time without new bytes. */
export const resumableUploadKeptForMs = 14 * 24 * 60 * 60 * 1000;
/** Ours: unfinished uploads per account; another one replaces the oldest. */
export const resumableUploadsMax = 50;

export const plantIdRequestsPerDay = 500;
export const plantResultsShown = 3;

export const pageSize = { default: 50, max: 200 };
export const usernameLength = { min: 1, max: 128 };

/** Ours: one level more than the maps show, for high-density screens. */
export const tileZoomMax = 19;
/** Zoom levels of the maps, with tiles of 256 px. */
export const mapZoom = { min: 1, max: 18 };
/** Ours: spots per view of a map. */
export const mapSpotsMax = 500;
export const detailMap = { zoom: 4 };
export const listMap = { zoom: 2, center: [20, 0] as [number, number] };
export const markerWidthPx = 50;
export const cardImagePx = { width: 215, height: 130 };
/** Cover widths; the card's allows three device pixels per CSS pixel. */
export const coverWidthPx = { card: 640, hero: 1600 };
export const thumbnailWidthPx = 50;
export const enlargedImageMaxHeight = "87.5vh";
