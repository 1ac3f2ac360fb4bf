import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkMessages } from "./check-messages.ts";
import { english, type OfferedLanguage } from "./languages.ts";

type Messages = Record<string, string>;
/** Messages by area. */
type Areas = Map<string, Messages>;

/** Something that is wrong with an installation's texts. */
export type LanguageProblem = {
  file: string;
  key?: string;
  why: string;
  /** Otherwise English is shown instead, or the sentence of Cairn's own translation. */
  isUsed?: boolean;
};

type Installed = { offered: OfferedLanguage; areas: Areas };

/** Works both from `src/texts/` and from the bundle in `dist/server/`, which has a copy in `dist/texts/`. */
const ownFolder = fileURLToPath(new URL("../texts/", import.meta.url));

/** The largest area has 50 kB in English. */
const fileBytesMax = 1_000_000;

/** Enough to see what is wrong; the rest is counted. */
const problemsMax = 100;
/** How much of a key and of a reason is told. */
const toldCharactersMax = 300;

let installed: Map<string, Installed> | undefined;

/** The languages to choose from: English first, then by name. */
export const offeredLanguages = (): OfferedLanguage[] => [...all().values()].map(({ offered }) => offered);

/** The messages of a language by area; of an unknown one, none. */
export const messagesOf = (code: string): Areas => all().get(code)?.areas ?? new Map();

/**
 * Adds the languages in the installation's own folder, which has a folder of JSON files for each. A file for a language
 * of ours replaces single sentences. Whatever is wrong is left out, and English is shown instead.
 * @returns what is wrong, the first hundred and a count of the others
 */
export function installLanguages(folder: string): LanguageProblem[] {
  const problems: LanguageProblem[] = [];
  let untold = 0;
  const tell = ({ file, key, why, isUsed }: LanguageProblem) => {
    if (problems.length === problemsMax) return void untold++;
    const shortKey = key === undefined ? {} : { key: key.slice(0, toldCharactersMax) };
    problems.push({ file, ...shortKey, why: why.slice(0, toldCharactersMax), ...(isUsed && { isUsed }) });
  };
  const source = readAreas(join(ownFolder, english.code));
  const own = readOwn();
  for (const code of foldersIn(folder, tell)) {
    if (isLanguage(code)) own.set(code, describe(code, addAreas(join(folder, code), code, { own, source, tell })));
    else tell({ file: join(folder, code), why: "is not the code of a language" });
  }
  installed = sorted(own);
  return untold === 0 ? problems : [...problems, { file: folder, why: `${untold} more are wrong` }];
}

type Adding = { own: Map<string, Installed>; source: Areas; tell: (problem: LanguageProblem) => void };

/** Puts a folder's sound texts over Cairn's own in this language. */
function addAreas(folder: string, code: string, { own, source, tell }: Adding): Areas {
  const areas = new Map(own.get(code)?.areas);
  for (const [area, messages] of readAreas(folder, tell)) {
    const file = join(folder, `${area}.json`);
    const ofEnglish = source.get(area);
    if (!ofEnglish) {
      tell({ file, why: "English has no such file" });
      continue;
    }
    const wrong = checkMessages(code, messages, ofEnglish);
    for (const { key, problem, isUsable } of wrong)
      tell({ file, key, why: problem, ...(isUsable && { isUsed: true }) });
    const left = new Set(wrong.flatMap(({ key, isUsable }) => (isUsable ? [] : [key])));
    const sound = Object.entries(messages).filter(([key]) => !left.has(key));
    areas.set(area, { ...areas.get(area), ...Object.fromEntries(sound) });
  }
  return areas;
}

function all(): Map<string, Installed> {
  installed ??= sorted(readOwn());
  return installed;
}

function readOwn(): Map<string, Installed> {
  const codes = foldersIn(ownFolder);
  return new Map(codes.map((code) => [code, describe(code, readAreas(join(ownFolder, code)))]));
}

function sorted(languages: Map<string, Installed>): Map<string, Installed> {
  const { compare } = new Intl.Collator();
  const rank = (code: string) => Number(code !== english.code);
  return new Map(
    [...languages].sort(
      ([one, { offered: a }], [other, { offered: b }]) => rank(one) - rank(other) || compare(a.name, b.name),
    ),
  );
}

/** Links count as what they lead to: containers often have links. */
function foldersIn(folder: string, tell?: (problem: LanguageProblem) => void): string[] {
  try {
    const names = readdirSync(folder).filter((name) => !name.startsWith("."));
    return names.filter((name) => isFolder(join(folder, name)));
  } catch (error) {
    tell?.({ file: folder, why: `can't be read: ${(error as Error).message}` });
    return [];
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // A link that leads nowhere.
    return false;
  }
}

/** Empty messages count as missing. */
function readAreas(folder: string, tell?: (problem: LanguageProblem) => void): Areas {
  const areas: Areas = new Map();
  for (const name of namesIn(folder, tell)) {
    const file = join(folder, name);
    try {
      areas.set(name.slice(0, -".json".length), readMessages(file));
    } catch (error) {
      tell?.({ file, why: `can't be read: ${(error as Error).message}` });
    }
  }
  return areas;
}

function namesIn(folder: string, tell?: (problem: LanguageProblem) => void): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json") && !/^[._]/.test(name));
  } catch (error) {
    tell?.({ file: folder, why: `can't be read: ${(error as Error).message}` });
    return [];
  }
}

/** @throws Error that says what is wrong with the file */
function readMessages(file: string): Messages {
  const stats = statSync(file);
  // A pipe or a device would never end.
  if (!stats.isFile()) throw new Error("not a file");
  if (stats.size > fileBytesMax) throw new Error("too large");
  const read: unknown = JSON.parse(decode(readFileSync(file)));
  if (typeof read !== "object" || read === null || Array.isArray(read)) throw new Error("not keys with messages");
  const messages = Object.entries(read);
  if (messages.some(([, message]) => typeof message !== "string")) throw new Error("not keys with messages");
  return Object.fromEntries(messages.filter(([, message]) => message !== ""));
}

/** Some editors begin a file with a byte order mark, which is left out. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("not in UTF-8");
  }
}

function isLanguage(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code)[0] === code && nameOf(code) !== code;
  } catch {
    return false;
  }
}

/** In the language itself, with a capital letter as in a list: `Português (Brasil)`. */
function nameOf(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  const [first = "", ...rest] = name;
  return first.toLocaleUpperCase(code) + rest.join("");
}

function describe(code: string, areas: Areas): Installed {
  const count = [...areas.values()].reduce((sum, messages) => sum + Object.keys(messages).length, 0);
  const version = createHash("sha256")
    .update(JSON.stringify([...areas].sort()))
    .digest("hex")
    .slice(0, 8);
  const share = Math.min(1, Math.floor((count / countOfEnglish()) * 100) / 100);
  return { offered: { code, name: nameOf(code), share, version }, areas };
}

let englishCount: number | undefined;

function countOfEnglish(): number {
  englishCount ??= [...readAreas(join(ownFolder, english.code)).values()].reduce(
    (sum, messages) => sum + Object.keys(messages).length,
    0,
  );
  return englishCount;
}
