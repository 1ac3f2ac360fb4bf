/** Escapes for characters that XML doesn't allow (ECMA-376, ST_Xstring): `_x0001_`. */

const writtenEscape = /_x([0-9A-Fa-f]{4})_/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML 1.0 has no place for, the one that it reads as another, and U+FFFD, which the library that writes workbooks drops
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffd-\uffff]|\p{Surrogate}/gu;

export function readEscapes(text: string): string {
  return text.includes("_x")
    ? text.replace(writtenEscape, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

export function writeEscapes(text: string): string {
  const hex = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;
  const written = text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, hex).replace(unwritable, hex);
  // write-excel-file looks texts up in a plain object, which has a `toString`.
  return written in {} ? hex(written) + written.slice(1) : written;
}
