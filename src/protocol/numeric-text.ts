/** A number in decimal, as forms and addresses carry it. */
export const numericText = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i;
