/** How much of a workbook is read; ours. The largest forms of ODK's and Kobo's users stay far below. */

/** As it is sent. */
export const workbookBytesMax = 5_000_000;
/** Files inside. */
export const entryCountMax = 500;
/** All of what is unpacked. */
export const unpackedBytesMax = 64_000_000;
/** Elements within elements; a cell stands at the sixth. */
export const depthMax = 30;
/** Of one element. */
export const attributeCountMax = 100;
export const rowCountMax = 50_000;
export const columnCountMax = 500;
/** Of all sheets that are read; empty ones, which only have a style, count for nothing. */
export const cellCountMax = 500_000;
/** Characters in the cells of all sheets that are read, and again in the strings that they share. */
export const textLengthMax = 8_000_000;
/** A form that takes longer to read, or more memory, is refused. */
export const readTimeoutMs = 20_000;
export const readHeapMegabytesMax = 512;
