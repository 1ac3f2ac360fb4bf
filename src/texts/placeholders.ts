import type { CompiledTexts } from "./compile-texts.ts";

export type Placeholder = {
  name: string;
  /** `plural`, `select`, `number` and so on; undefined for a plain value. */
  kind: string | undefined;
  /** The cases of a plural or select. */
  choices: string[];
};

/** A message's placeholders, outer ones first; repeated ones occur repeatedly. */
export function placeholdersOf(message: CompiledTexts[string]): Placeholder[] {
  return message.flatMap((token): Placeholder[] => {
    if (typeof token === "string") return [];
    const [name, kind, format] = token;
    const choices = Object.entries(typeof format === "object" && format !== null ? format : {}).filter(
      (choice): choice is [string, CompiledTexts[string]] => Array.isArray(choice[1]),
    );
    return [
      { name, kind, choices: choices.map(([choice]) => choice) },
      ...choices.flatMap(([, words]) => placeholdersOf(words)),
    ];
  });
}

/** The marks in a message: `<link>…</link>`. */
export function marksOf(message: string): string[] {
  return [...message.matchAll(/<(\w+)>/g)].map(([, mark = ""]) => mark);
}
