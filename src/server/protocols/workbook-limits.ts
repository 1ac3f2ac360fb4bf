/** Limits for workbooks, far above the largest forms of ODK's and Kobo's users. */

/** As uploaded. */
export const workbookBytesMax = 5_000_000;
/** Files in the ZIP. */
export const entryCountMax = 500;
/** Of all unpacked files. */
export const unpackedBytesMax = 64_000_000;
/** Nested elements; a cell is at the sixth level. */
export const depthMax = 30;
/** Per element. */
export const attributeCountMax = 100;
export const rowCountMax = 50_000;
export const columnCountMax = 500;
/** Of all sheets that are read, without empty, styled cells. */
export const cellCountMax = 500_000;
/** Characters in the cells of all sheets that are read, and again in shared strings. */
export const textLengthMax = 8_000_000;
/** Forms that take more time or memory are rejected. */
export const readTimeoutMs = 20_000;
export const readHeapMegabytesMax = 512;
