/** A decimal number in forms and URLs. */
export const numericText = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i;
