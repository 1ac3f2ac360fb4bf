import { patternedTextLengthMax, patternLengthMax } from "./protocol-limits.ts";

/**
 * Patterns are written by whoever runs a quest and tried in volunteers' browsers and on the server, so they may only say what
 * can be tried in bounded time: characters, classes, groups, alternatives, and repetitions of what holds no choice itself.
 * A pattern's ways, the product of the choices that it leaves, bound how often an attempt starts over: two open repetitions
 * may stand side by side (`[A-Z]+[0-9]+`), which takes at most quadratic time in a text that is short.
 */
const waysMax = (patternedTextLengthMax + 1) ** 2;

export type PatternFault =
  | "validation.pattern.syntax"
  | "validation.pattern.tooLong"
  | "validation.pattern.tooManyWays";

/** What speaks against a pattern; undefined where nothing does. */
export function findPatternFault(pattern: string): PatternFault | undefined {
  if (pattern.length > patternLengthMax) return "validation.pattern.tooLong";
  if (!compile(pattern)) return "validation.pattern.syntax";
  const ways = countWays(pattern);
  if (ways === undefined) return "validation.pattern.syntax";
  return ways > waysMax ? "validation.pattern.tooManyWays" : undefined;
}

/** Whether the whole text matches. A pattern that is none matches nothing. */
export function matchesPattern(pattern: string, text: string): boolean {
  return text.length <= patternedTextLengthMax && (compile(pattern)?.test(text) ?? false);
}

const compiled = new Map<string, RegExp | undefined>();

function compile(pattern: string): RegExp | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern);
  let expression: RegExp | undefined;
  try {
    // On its own first: `)(` is only right inside the brackets that follow.
    new RegExp(pattern, "u");
    expression = new RegExp(`^(?:${pattern})$`, "u");
  } catch {
    expression = undefined;
  }
  if (compiled.size > 1_000) compiled.clear();
  compiled.set(pattern, expression);
  return expression;
}

/** The ways of the alternatives before, of what has been read of this one, and of its last part, which may yet be repeated. */
type Group = { earlierWays: number; ways: number; lastWays: number };

const openGroup = (): Group => ({ earlierWays: 0, ways: 1, lastWays: 1 });
const waysOf = ({ earlierWays, ways, lastWays }: Group) => earlierWays + ways * lastWays;

function append(group: Group, ways: number): void {
  group.ways *= group.lastWays;
  group.lastWays = ways;
}

const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?:)?|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/uy;

/** Undefined for what is more than classes, groups, alternatives and repetitions: references and looking around. */
function countWays(pattern: string): number | undefined {
  const groups = [openGroup()];
  token.lastIndex = 0;
  for (let match = token.exec(pattern); match; match = token.exec(pattern)) {
    const [text] = match;
    const group = groups.at(-1);
    if (!group || /^\\[1-9k]/.test(text)) return undefined;
    if (text === "(" || text === "(?:") {
      if (pattern[token.lastIndex] === "?") return undefined;
      groups.push(openGroup());
    } else if (text === ")") {
      groups.pop();
      const outer = groups.at(-1);
      if (!outer) return undefined;
      append(outer, waysOf(group));
    } else if (text === "|") {
      Object.assign(group, { earlierWays: waysOf(group), ways: 1, lastWays: 1 });
    } else if (/^[*+?]|^\{\d/.test(text)) {
      group.lastWays = repeat(group.lastWays, text);
    } else {
      append(group, 1);
    }
    if (token.lastIndex >= pattern.length) break;
  }
  const [whole] = groups;
  return whole && groups.length === 1 ? waysOf(whole) : undefined;
}

/** The ways of a part with a quantifier: how often it comes, and its own ways each time. */
function repeat(ways: number, quantifier: string): number {
  const [, least, comma, most] = /^\{(\d+)(?:(,)(\d*))?\}/.exec(quantifier) ?? [];
  const from = least === undefined ? Number(quantifier.startsWith("+")) : Number(least);
  let upTo = patternedTextLengthMax;
  if (quantifier.startsWith("?")) upTo = 1;
  else if (least !== undefined && comma === undefined) upTo = from;
  else if (most) upTo = Number(most);
  let sum = 0;
  for (let times = from; times <= Math.min(upTo, patternedTextLengthMax); times += 1) sum += ways ** times;
  return Math.max(1, sum);
}
