/** Limits of a JSON text: characters, nesting depth and number of values. */
export type JsonBounds = { length: number; depth: number; values: number };

/** The contract needs less than half of this depth. */
export const jsonDepthMax = 20;
/** Limits a request body, unless its call sets another limit. */
export const jsonValuesMax = 20_000;

export class JsonBoundError extends Error {
  override readonly name = "JsonBoundError";
  constructor(readonly bound: keyof JsonBounds) {
    super(`the JSON has too much ${bound}`);
  }
}

/**
 * Parses untrusted JSON.
 * @throws JsonBoundError before parsing, if the text exceeds its bounds; SyntaxError
 */
export function parseBoundedJson(text: string, bounds: JsonBounds): unknown {
  countJsonValues(text, bounds);
  return JSON.parse(text);
}

/**
 * Counts the values in a JSON text. Each list and object counts as one, plus its contents.
 * @throws JsonBoundError
 */
export function countJsonValues(text: string, { length, depth, values }: JsonBounds): number {
  if (text.length > length) throw new JsonBoundError("length");
  let depthNow = 0;
  let count = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfText(text, at);
        break;
      case comma:
        if (++count > values) throw new JsonBoundError("values");
        break;
      case openList:
      case openObject:
        if (++count > values) throw new JsonBoundError("values");
        if (++depthNow > depth) throw new JsonBoundError("depth");
        break;
      case closeList:
      case closeObject:
        depthNow--;
    }
  }
  return count;
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Index of the closing quotation mark for the one at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at++;
  }
  return text.length;
}
