import { onceForText } from "./once-for.ts";
import { patternedTextLengthMax, patternLengthMax } from "./protocol-limits.ts";

/**
 * Administrators write the patterns, and volunteers' browsers and the server run them. To rule out catastrophic
 * backtracking, they never run as regular expressions: each parsed part maps a set of start positions to the possible
 * end positions. JavaScript's regular expressions only match single characters and anchors.
 */

export type PatternFault =
  | "validation.protocol.pattern.syntax"
  | "validation.protocol.pattern.tooLong"
  | "validation.protocol.pattern.tooOften"
  | "validation.protocol.pattern.tooManyWays";

/** Checks a pattern; undefined if it is valid. */
export function findPatternFault(pattern: string): PatternFault | undefined {
  const read = readPattern(pattern);
  return "fault" in read ? read.fault : undefined;
}

/** Whether the whole text matches. An invalid pattern matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  const read = readPattern(pattern);
  if ("fault" in read || text.length > patternedTextLengthMax) return false;
  const offsets = offsetsOf(text);
  const end = 1n << BigInt(offsets.length - 1);
  return (endsOf(read.whole, 1n, placesIn(text, offsets)) & end) !== 0n;
}

/** What a match costs in steps of `expressions/meter.ts`: each character of the pattern is looked for at each place. */
export function stepsOfMatch(pattern: string, textLength: number): number {
  const read = readPattern(pattern);
  if ("fault" in read || textLength > patternedTextLengthMax) return 1;
  return read.characterCount * (5 + textLength / 2) + read.maps * 2;
}

function charactersOf(part: Part, found = new Set<string>()): ReadonlySet<string> {
  if ("parts" in part) for (const each of part.parts) charactersOf(each, found);
  else if (part.is === "repetition") charactersOf(part.part, found);
  else found.add(part.written);
  return found;
}

type Part =
  | { is: "character" | "anchor"; written: string }
  | { is: "sequence" | "alternatives"; parts: Part[] }
  | { is: "repetition"; part: Part; least: number; most: number };

/** `maps` is how many sets of positions a match maps at most; `characterCount` is that of differing characters. */
type ReadPattern = { whole: Part; maps: number; characterCount: number } | { fault: PatternFault };

const readPattern = onceForText((pattern): ReadPattern => {
  if (pattern.length > patternLengthMax) return { fault: "validation.protocol.pattern.tooLong" };
  const whole = isRegularExpression(pattern) ? parse(pattern) : undefined;
  if (!whole) return { fault: "validation.protocol.pattern.syntax" };
  if (isAnyRepeatedTooOften(whole)) return { fault: "validation.protocol.pattern.tooOften" };
  const maps = mapsOf(whole);
  if (maps > mapsMax) return { fault: "validation.protocol.pattern.tooManyWays" };
  return { whole, maps, characterCount: charactersOf(whole).size };
});

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

const token =
  /(?<anchor>[$^]|\\[bB])|(?<unread>\\[1-9k]|\(\?(?!:))|(?<open>\((?:\?:)?)|(?<close>\))|(?<or>\|)|(?<repeat>[*+?]|\{\d+(?:,\d*)?\})\??|(?<character>\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\s\S])/guy;

/** Parses a regular expression; undefined for unsupported syntax: back references and lookaround. */
function parse(pattern: string): Part | undefined {
  const open: Part[][][] = [];
  let alternatives: Part[][] = [[]];
  for (const { groups = {} } of pattern.matchAll(token)) {
    const parts = alternatives.at(-1) ?? [];
    if (groups.unread !== undefined) return undefined;
    if (groups.open !== undefined) {
      open.push(alternatives);
      alternatives = [[]];
    } else if (groups.close !== undefined) {
      const group = joined(alternatives);
      alternatives = open.pop() ?? [[]];
      alternatives.at(-1)?.push(group);
    } else if (groups.or !== undefined) {
      alternatives.push([]);
    } else if (groups.repeat !== undefined) {
      const part = parts.pop();
      if (part) parts.push({ is: "repetition", part, ...timesOf(groups.repeat) });
    } else if (groups.anchor !== undefined) {
      parts.push({ is: "anchor", written: groups.anchor });
    } else {
      parts.push({ is: "character", written: groups.character ?? "" });
    }
  }
  return joined(alternatives);
}

function joined(alternatives: readonly Part[][]): Part {
  const parts = alternatives.map((each): Part => ({ is: "sequence", parts: each }));
  return { is: "alternatives", parts };
}

function timesOf(quantifier: string): { least: number; most: number } {
  if (quantifier === "?") return { least: 0, most: 1 };
  if (quantifier === "*" || quantifier === "+")
    return { least: quantifier === "+" ? 1 : 0, most: Number.POSITIVE_INFINITY };
  const [least = "", most = least] = quantifier.slice(1, -1).split(",");
  return { least: Number(least), most: most === "" ? Number.POSITIVE_INFINITY : Number(most) };
}

/** More repetitions than the longest text has characters could never match. */
function isAnyRepeatedTooOften(part: Part): boolean {
  if ("parts" in part) return part.parts.some(isAnyRepeatedTooOften);
  return part.is === "repetition" && (part.least > patternedTextLengthMax || isAnyRepeatedTooOften(part.part));
}

/**
 * Allows 50 open repetitions side by side, or one inside a repetition of at most 50. Nested open ones exceed it: we
 * could match them, but exported forms run in programs that backtrack.
 */
const mapsMax = 50 * patternedTextLengthMax;

/** Upper bound of the steps of a match. Each step maps one set of positions to another. */
function mapsOf(part: Part): number {
  if ("parts" in part) return part.parts.reduce((sum, each) => sum + mapsOf(each), 1);
  if (part.is !== "repetition") return 1;
  return Math.min(Math.max(part.most, 1), patternedTextLengthMax) * mapsOf(part.part);
}

/** Where a character or anchor matches: bit n is the position before the nth character. */
type Places = (part: Part & { written: string }) => bigint;

/** The positions where a part can end if it begins at one of `starts`. */
function endsOf(part: Part, starts: bigint, places: Places): bigint {
  if (starts === 0n) return 0n;
  switch (part.is) {
    case "character":
      return (starts & places(part)) << 1n;
    case "anchor":
      return starts & places(part);
    case "sequence":
      return part.parts.reduce((reached, each) => endsOf(each, reached, places), starts);
    case "alternatives":
      return part.parts.reduce((reached, each) => reached | endsOf(each, starts, places), 0n);
    case "repetition":
      return endsOfRepetition(part, starts, places);
  }
}

function endsOfRepetition({ part, least, most }: Part & { is: "repetition" }, starts: bigint, places: Places): bigint {
  let fresh = starts;
  for (let times = 0; times < least && fresh !== 0n; times += 1) fresh = endsOf(part, fresh, places);
  let reached = fresh;
  for (let times = least; times < most && fresh !== 0n; times += 1) {
    fresh = endsOf(part, fresh, places) & ~reached;
    reached |= fresh;
  }
  return reached;
}

/** Start of each character, and the end of the text. */
function offsetsOf(text: string): number[] {
  const offsets = [0];
  for (const character of text) offsets.push((offsets.at(-1) ?? 0) + character.length);
  return offsets;
}

function placesIn(text: string, offsets: readonly number[]): Places {
  const found = new Map<string, bigint>();
  return ({ written }) => {
    const known = found.get(written);
    if (known !== undefined) return known;
    const one = new RegExp(written, "uy");
    const isAt = (offset: number) => {
      one.lastIndex = offset;
      return one.test(text);
    };
    const bits = offsets.map((offset) => (isAt(offset) ? "1" : "0")).reverse();
    const places = BigInt(`0b${bits.join("")}`);
    found.set(written, places);
    return places;
  };
}
