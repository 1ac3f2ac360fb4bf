import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import opentype, { type Font } from "opentype.js";

const fontFile = "@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff";
let loaded: Font | undefined;

/** Converts text to the `d` of an SVG path, because SVG text would need an installed font. */
export function drawText(text: string, x: number, baseline: number, fontPx: number): string {
  const font = loadFont();
  return font.getPath(spell(text, font), x, baseline, fontPx).toPathData(2);
}

export function textWidthPx(text: string, fontPx: number): number {
  const font = loadFont();
  return font.getAdvanceWidth(spell(text, font), fontPx);
}

function loadFont(): Font {
  if (!loaded) {
    const { buffer, byteOffset, byteLength } = readFileSync(createRequire(import.meta.url).resolve(fontFile));
    loaded = opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
  }
  return loaded;
}

/** Letters that the font lacks lose their accent, or become a space. */
function spell(text: string, font: Font): string {
  return [...text.normalize("NFC")]
    .map(
      (letter) => [letter, letter.normalize("NFD").charAt(0)].find((known) => font.charToGlyphIndex(known) > 0) ?? " ",
    )
    .join("");
}
