/** Limits of a protocol, with units. None are in the specification. */

/** Fields of groups included. */
export const fieldCountMax = 1_000;
/** Groups within each other. */
export const groupDepthMax = 3;
/** The most rows of a group that sets no limit itself. */
export const rowsPerGroupMax = 200;
/** The most that a group can allow, and of all groups of a data point together. */
export const rowCountMax = 1_000;
/** References from rows to lists outside the row: each is read for every row. */
export const outerListsMax = 20;
/** Per field. */
export const optionCountMax = 10_000;
/** Nobody puts more in order. */
export const rankedCountMax = 50;
/** Per option. */
export const optionAttributesMax = 20;
/** Pictures of fields and options: phones keep them for use without a signal. */
export const pictureCountMax = 200;
/** Sounds of fields and options, of 2 MB each. */
export const soundCountMax = 50;
/** Fields with a photo or another file: each has up to 25 MB in the same request. */
export const fileFieldCountMax = 10;
/** Files of fields, per data point: rows have files of their own. */
export const fileCountMax = 40;

/** Characters. */
export const keyLengthMax = 64;
/** A question may come with the words that somebody reads aloud. */
export const labelLengthMax = 2_500;
export const noteLengthMax = 2_500;
export const hintLengthMax = 2_000;
export const optionLabelLengthMax = 1_000;
export const altLengthMax = 300;
export const optionValueLengthMax = 100;
export const unitLengthMax = 40;
export const termLengthMax = 300;
export const patternLengthMax = 100;
export const textValueLengthMax = 2_000;
/** Texts with a pattern are shorter, because patterns take time. */
export const patternedTextLengthMax = 200;

/** Pixels of a picture of a question or option. */
export const pictureSideMax = 1_280;

export const targetCountMax = 100_000;
export const spacingMetersMax = 100_000;

/** Nobody reads more. */
export const problemsToldMax = 100;

/** Per text. */
export const languageCountMax = 20;

/** Beyond it, neighbouring integers are indistinguishable. */
export const numberMax = Number.MAX_SAFE_INTEGER;
