export const listRowsMax = 50_000;
/** The largest file of a list. */
export const listBytesMax = 20_000_000;
export const listColumnsMax = 50;
export const listNameLengthMax = 120;
/** Characters of a label, synonym or attribute. */
export const listTextLengthMax = 200;
export const attributeNameLengthMax = 64;
/** Per row. */
export const synonymsMax = 50;
/** The largest id or version. */
export const listNumberMax = 2_147_483_647;
/** The id in an imported form until somebody chooses the list; no quest can be saved with it. */
export const unchosenList = 0;
/** How many choices a search finds. */
export const foundItemsMax = 200;
/** Lists that a protocol names for its expressions. */
export const namedListsMax = 20;
/** Lookups in lists: in a protocol, and in the rows of its groups, where each is made for every row. */
export const listLookupsMax = 300;
export const rowLookupsMax = 20;
/** Lookups that depend on each other: the server reads the items of one after those of the other. */
export const lookupChainMax = 5;

/** Whether expressions can name a list so: in quotation marks, as an XLSForm names its file. */
export const isListName = (name: string): boolean =>
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_. -]*[\p{L}\p{N}\p{M}_])?$/u.test(name);
