/** Limits of a protocol, with units. None are in the specification. */

export const fieldCountMax = 200;
/** Per field. */
export const optionCountMax = 10_000;
/** Each is a file of up to 25 MB in the same request. */
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
/** For texts with a pattern. */
export const patternedTextLengthMax = 200;

export const targetCountMax = 100_000;
export const spacingMetersMax = 100_000;

/** Nobody reads more. */
export const problemsToldMax = 100;

/** Per text. */
export const languageCountMax = 20;

/** Beyond it, neighbouring integers are indistinguishable. */
export const numberMax = Number.MAX_SAFE_INTEGER;
