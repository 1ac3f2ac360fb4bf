import { type CompiledTexts, compileTexts } from "./compile-texts.ts";
import { endsItsDirections } from "./isolate.ts";
import { languageOf } from "./languages.ts";
import { guardMarks, splitMarks } from "./marks.ts";
import {
  marksOf,
  type Placeholder,
  placeholdersOf,
  type TypedValue,
  typeOf,
  valuesOf,
  wordsOf,
} from "./placeholders.ts";
import { createTranslator } from "./translator.ts";

export type TextProblem = {
  key: string;
  problem: string;
  /** Without a plural form, a message shows its form for other numbers. */
  isUsable?: boolean;
};

type Problem = Omit<TextProblem, "key">;

/** Four times the longest. Parsed messages nest, so this also bounds their depth. */
const charactersMax = 20_000;

/**
 * What is wrong with messages: other values, types of values or marks than in English, missing plural forms, broken
 * MessageFormat, unknown keys, and whatever can't be drawn. Missing messages aren't wrong.
 * @param code of the language, for its plural forms and numbers
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

function checkMessage(code: string, message: string, source: string): Problem | undefined {
  if (message.length > charactersMax) return { problem: `longer than ${charactersMax} characters` };
  if (/\p{Surrogate}/u.test(message)) return { problem: "has half a character" };
  if (/(?![\t\n\r])\p{Cc}/u.test(message)) return { problem: "has a control character" };
  const compiled = compile(message);
  if (!compiled) return { problem: "not ICU MessageFormat" };
  // What follows on the page would be turned around as well.
  if (!wordsOf(compiled).every(endsItsDirections)) return { problem: "changes the direction beyond its own words" };
  const [mine, theirs] = [placeholdersOf(compiled), placeholdersOf(compile(source) ?? [])];
  if (!haveSameValues(mine, theirs))
    return { problem: `has ${describe(mine) || "no values"}, but English has ${describe(theirs) || "none"}` };
  const [marks, wanted] = [tagsOf(message), tagsOf(source)];
  if (marks !== wanted) return { problem: `has ${marks || "no marks"}, but English has ${wanted || "none"}` };
  const problem = draw(code, compiled, theirs);
  if (problem) return { problem };
  const lacking = mine.flatMap((each) => lackingForms(code, each));
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

/** A number may stand plain: some languages have no plural forms. */
function haveSameValues(mine: readonly Placeholder[], theirs: readonly Placeholder[]): boolean {
  const wanted = valuesOf(theirs);
  const fits = ({ name, kind }: Placeholder) => {
    const type = wanted.get(name)?.type;
    return kind === undefined ? type !== undefined && type !== "date" : type === typeOf(kind);
  };
  return mine.every(fits) && valuesOf(mine).size === wanted.size && casesOf(mine) === casesOf(theirs);
}

const casesOf = (placeholders: readonly Placeholder[]) =>
  [...new Set(placeholders.flatMap((each) => (each.kind === "select" ? [describeOne(each)] : [])))].sort().join();

const describe = (placeholders: readonly Placeholder[]) => [...new Set(placeholders.map(describeOne))].sort().join(" ");

function describeOne({ name, kind, choices }: Placeholder): string {
  if (kind === "select") return `{${name}: ${[...choices].sort().join("|")}}`;
  return kind === undefined ? `{${name}}` : `{${name}, ${kind}}`;
}

/** All that looks like a tag, and each mark that is complete. */
const tagsOf = (message: string) =>
  [...new Set([...message.matchAll(/<\/?[a-z][^>]*>?/gi)].map(([tag]) => tag).concat(marksOf(message)))]
    .sort()
    .join(" ");

/** One for each plural form of some language, a fraction and a million. */
const numbers = [0, 1, 2, 3, 6, 11, 100, 1.5, 1_000_000];

/** Shows a message as pages and emails do, with values as the code passes them. Returns what goes wrong. */
function draw(code: string, compiled: CompiledTexts[string], placeholders: readonly Placeholder[]): string | undefined {
  const translator = createTranslator(languageOf(code), true);
  translator.add({ message: compiled });
  const wanted = [...valuesOf(placeholders)];
  const rounds = wanted.length === 0 ? 1 : Math.max(numbers.length, ...wanted.map(([, { choices }]) => choices.length));
  for (let round = 0; round < rounds; round++) {
    const values = Object.fromEntries(wanted.map(([name, value]) => [name, sampleOf(value, round)]));
    try {
      const drawn = translator.draw("message", guardMarks(values));
      const words = splitMarks(drawn).filter((part) => typeof part === "string");
      if (words.some((part) => /<\/?[a-z]/i.test(part))) return "has a mark that isn't closed";
      if (/\bNaN\b|\[object /.test(drawn)) return "can't be shown with its values";
    } catch (error) {
      return `can't be shown: ${(error as Error).message}`;
    }
  }
  return undefined;
}

function sampleOf({ type, choices }: TypedValue, round: number): unknown {
  if (type === "number") return numbers[round % numbers.length];
  if (type === "date") return new Date(0);
  return type === "code" ? choices[round % choices.length] : "Ann";
}

function lackingForms(code: string, { kind, choices }: Placeholder): string[] {
  if (kind !== "plural" && kind !== "selectordinal") return [];
  const type = kind === "plural" ? "cardinal" : "ordinal";
  return new Intl.PluralRules(code, { type })
    .resolvedOptions()
    .pluralCategories.filter((form) => !choices.includes(form));
}
