/** A key as a regular expression's source: a name of an XLSForm without dots and without letters beyond ASCII. */
export const keySource = "[A-Za-z_][A-Za-z0-9_-]*";

const wholeKey = new RegExp(`^${keySource}$`);

export const isKey = (text: string): boolean => wholeKey.test(text);
