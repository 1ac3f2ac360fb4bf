/** The used part of opentype.js; its own types need those of a browser. */
declare module "opentype.js" {
  export type Font = {
    charToGlyphIndex(letter: string): number;
    getAdvanceWidth(text: string, fontPx: number): number;
    getPath(text: string, x: number, baseline: number, fontPx: number): { toPathData(decimals: number): string };
  };
  const opentype: { parse(file: ArrayBufferLike): Font };
  export default opentype;
}
