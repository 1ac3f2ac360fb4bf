import { type CompiledTexts, compileTexts } from "./compile-texts.ts";
import { marksOf, placeholdersOf } from "./placeholders.ts";

export type TextProblem = {
  key: string;
  problem: string;
  /** Without a plural form, a message shows its form for other numbers. */
  isUsable?: boolean;
};

/**
 * What is wrong with translated messages: other values or marks than in English, missing plural forms, broken
 * MessageFormat, unknown keys. Missing messages aren't wrong.
 * @param code of the language, for its plural forms
 */
export function checkMessages(
  code: string,
  translated: Readonly<Record<string, string>>,
  english: Readonly<Record<string, string>>,
): TextProblem[] {
  return Object.entries(translated).flatMap(([key, message]) => {
    const source = Object.hasOwn(english, key) ? english[key] : undefined;
    const found = source === undefined ? { problem: "English has no such key" } : checkMessage(code, message, source);
    return found ? [{ key, ...found }] : [];
  });
}

function checkMessage(code: string, message: string, source: string): Omit<TextProblem, "key"> | undefined {
  const compiled = compile(message);
  if (!compiled) return { problem: "not ICU MessageFormat" };
  const [mine, theirs] = [valuesOf(compiled), valuesOf(compile(source) ?? [])];
  if (mine !== theirs) return { problem: `has ${mine || "no values"}, but English has ${theirs || "none"}` };
  const [marks, wanted] = [tagsOf(message), tagsOf(source)];
  if (marks !== wanted) return { problem: `has ${marks || "no marks"}, but English has ${wanted || "none"}` };
  const lacking = placeholdersOf(compiled).flatMap((each) => lackingForms(code, each));
  if (lacking.length === 0) return undefined;
  return { problem: `lacks the plural form ${[...new Set(lacking)].join(", ")}`, isUsable: true };
}

function compile(message: string): CompiledTexts[string] | undefined {
  try {
    return compileTexts({ message }).message;
  } catch {
    return undefined;
  }
}

/** The values of a message, and the cases of its selects. */
const valuesOf = (message: CompiledTexts[string]) =>
  [
    ...new Set(
      placeholdersOf(message).map(({ name, kind, choices }) =>
        kind === "select" ? `{${name}: ${[...choices].sort().join("|")}}` : `{${name}}`,
      ),
    ),
  ]
    .sort()
    .join(" ");

/** All that looks like a tag, and each mark that is complete. */
const tagsOf = (message: string) =>
  [...new Set([...message.matchAll(/<\/?[a-z][^>]*>?/gi)].map(([tag]) => tag).concat(marksOf(message)))]
    .sort()
    .join(" ");

function lackingForms(code: string, { kind, choices }: ReturnType<typeof placeholdersOf>[number]): string[] {
  if (kind !== "plural" && kind !== "selectordinal") return [];
  const type = kind === "plural" ? "cardinal" : "ordinal";
  return new Intl.PluralRules(code, { type })
    .resolvedOptions()
    .pluralCategories.filter((form) => !choices.includes(form));
}
