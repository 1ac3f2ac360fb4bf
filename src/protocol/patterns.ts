import { patternedTextLengthMax, patternLengthMax } from "./protocol-limits.ts";

/**
 * Patterns are written by whoever runs a quest and tried in volunteers' browsers and on the server, so they may only say what
 * can be tried in bounded time: characters, classes, groups, alternatives, and repetitions of what holds no choice itself.
 * A pattern's ways, the product of the choices that it leaves, bound how often an attempt starts over.
 */
const waysMax = patternedTextLengthMax ** 2;

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

type Group = { ways: number; alternatives: number };

const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?:)?|\)|\||[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/uy;

/** Undefined for what is more than classes, groups, alternatives and repetitions: references and looking around. */
function countWays(pattern: string): number | undefined {
  const groups: Group[] = [{ ways: 1, alternatives: 1 }];
  /** Of the atom before a quantifier. */
  let atomWays = 1;
  token.lastIndex = 0;
  for (let match = token.exec(pattern); match; match = token.exec(pattern)) {
    const [text] = match;
    const group = groups.at(-1);
    if (!group) return undefined;
    if (/^\\[1-9k]/.test(text)) return undefined;
    if (text === "(" || text === "(?:") {
      if (pattern[token.lastIndex] === "?") return undefined;
      groups.push({ ways: 1, alternatives: 1 });
    } else if (text === ")") {
      groups.pop();
      const outer = groups.at(-1);
      if (!outer) return undefined;
      atomWays = group.ways * group.alternatives;
      outer.ways *= atomWays;
    } else if (text === "|") {
      group.alternatives += 1;
      atomWays = 1;
    } else if (/^[*+?]|^\{\d/.test(text)) {
      // A choice that is repeated leaves as many ways as a text is long, to the power of its length.
      if (atomWays > 1) return Number.POSITIVE_INFINITY;
      group.ways *= repetitions(text);
    } else {
      atomWays = 1;
    }
    if (token.lastIndex >= pattern.length) break;
  }
  const [whole] = groups;
  return whole && groups.length === 1 ? whole.ways * whole.alternatives : undefined;
}

/** In how many ways a quantifier can be met. */
function repetitions(quantifier: string): number {
  if (quantifier.startsWith("?")) return 2;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(quantifier) ?? [];
  if (least !== undefined && comma === "") return 1;
  const upTo = most ? Number(most) : patternedTextLengthMax;
  return Math.max(1, Math.min(upTo, patternedTextLengthMax) - Number(least ?? 0) + 1);
}
