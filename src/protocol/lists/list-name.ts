/** Whether expressions can name a list so: in quotation marks, as an XLSForm names its file. */
export const isListName = (name: string): boolean =>
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_. -]*[\p{L}\p{N}\p{M}_])?$/u.test(name);
