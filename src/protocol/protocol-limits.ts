/** The numbers of a protocol; ours, each with its unit. */

export const fieldCountMax = 200;
/** Of one field. */
export const optionCountMax = 10_000;
/** Each is a file of up to 25 MB in one request. */
export const photoFieldCountMax = 10;

/** Characters. */
export const keyLengthMax = 64;
export const labelLengthMax = 300;
export const hintLengthMax = 1_000;
export const optionLabelLengthMax = 200;
export const optionValueLengthMax = 100;
export const unitLengthMax = 40;
export const termLengthMax = 300;
export const patternLengthMax = 100;
export const textValueLengthMax = 2_000;
/** Of a text that a pattern checks. */
export const patternedTextLengthMax = 200;

export const targetCountMax = 100_000;
export const spacingMetersMax = 100_000;

/** Nobody reads more of them. */
export const problemsToldMax = 100;

/** Of one text. */
export const languageCountMax = 20;

/** The largest number of either sign: beyond it not every whole number can be told from the next one. */
export const numberMax = Number.MAX_SAFE_INTEGER;
