import type { CompiledTexts } from "./compile-texts.ts";

export type Placeholder = {
  name: string;
  /** `plural`, `select`, `number` and so on; undefined for a plain value. */
  kind: string | undefined;
  /** The cases of a plural or select. */
  choices: string[];
};

/** What the code passes for a value: words or a number, a number, a `Date`, or a code that chooses words. */
export type ValueType = "plain" | "number" | "date" | "code";

/** Type of a value; `choices` are the cases of a code. */
export type TypedValue = { type: ValueType; choices: string[] };

/** A message's placeholders, outer ones first; repeated ones occur repeatedly. */
export function placeholdersOf(message: CompiledTexts[string]): Placeholder[] {
  return message.flatMap((token): Placeholder[] => {
    if (typeof token === "string") return [];
    const [name, kind] = token;
    const choices = choicesOf(token);
    return [
      { name, kind, choices: choices.map(([choice]) => choice) },
      ...choices.flatMap(([, words]) => placeholdersOf(words)),
    ];
  });
}

/** The words of a message, and of each choice in it, without its placeholders. */
export function wordsOf(message: CompiledTexts[string]): string[] {
  const own = message.filter((token) => typeof token === "string").join("");
  return [own, ...message.flatMap((token) => choicesOf(token).flatMap(([, words]) => wordsOf(words)))];
}

/** The cases of a plural or select, each with its message. */
function choicesOf([, , format]: CompiledTexts[string][number]): [string, CompiledTexts[string]][] {
  return Object.entries(typeof format === "object" && format !== null ? format : {}).filter(
    (choice): choice is [string, CompiledTexts[string]] => Array.isArray(choice[1]),
  );
}

/** By name. A value that also stands plain has the other type. */
export function valuesOf(placeholders: readonly Placeholder[]): Map<string, TypedValue> {
  const values = new Map<string, TypedValue>();
  for (const { name, kind, choices } of placeholders) {
    const known = values.get(name);
    if (known === undefined || known.type === "plain") values.set(name, { type: typeOf(kind), choices });
  }
  return values;
}

/** What a format takes. */
export function typeOf(kind: string | undefined): ValueType {
  if (kind === undefined) return "plain";
  if (kind === "date" || kind === "time") return "date";
  return kind === "select" ? "code" : "number";
}

/** The marks in a message: `<link>…</link>`. */
export function marksOf(message: string): string[] {
  return [...message.matchAll(/<(\w+)>/g)].map(([, mark = ""]) => mark);
}
