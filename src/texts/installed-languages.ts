import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkMessages } from "./check-messages.ts";
import { english, type OfferedLanguage } from "./languages.ts";

type Messages = Record<string, string>;
/** Messages by area. */
type Areas = Map<string, Messages>;

type Installed = { offered: OfferedLanguage; areas: Areas };

/** Works both from `src/texts/` and from the bundle in `dist/server/`, which has a copy in `dist/texts/`. */
const ownFolder = fileURLToPath(new URL("../texts/", import.meta.url));

/** The largest area has 50 kB in English. */
const fileBytesMax = 1_000_000;

let installed: Map<string, Installed> | undefined;

/** The languages to choose from: English first, then by name. */
export const offeredLanguages = (): OfferedLanguage[] => [...all().values()].map(({ offered }) => offered);

/** The messages of a language by area; of an unknown one, none. */
export const messagesOf = (code: string): Areas => all().get(code)?.areas ?? new Map();

/**
 * Adds the languages in the installation's own folder, which has a folder of JSON files for each. A file for a language
 * of ours replaces single sentences. Whatever is wrong is left out, and English is shown instead.
 * @returns what was left out, and why
 */
export function installLanguages(folder: string): string[] {
  const problems: string[] = [];
  const source = Object.assign({}, ...readAreas(join(ownFolder, english.code)).values()) as Messages;
  const own = readOwn();
  for (const code of foldersIn(folder, problems)) {
    const tell = (what: string) => void problems.push(`${join(folder, code)}${what}`);
    if (!isLanguage(code)) {
      tell(" is not the code of a language");
      continue;
    }
    const areas = new Map(own.get(code)?.areas);
    for (const [area, messages] of readAreas(join(folder, code), tell)) {
      const wrong = checkMessages(code, messages, source);
      for (const { key, problem } of wrong) tell(`/${area}.json: ${key}: ${problem}`);
      const left = new Set(wrong.flatMap(({ key, isUsable }) => (isUsable ? [] : [key])));
      const sound = Object.entries(messages).filter(([key]) => !left.has(key));
      areas.set(area, { ...areas.get(area), ...Object.fromEntries(sound) });
    }
    own.set(code, describe(code, areas));
  }
  installed = sorted(own);
  return problems;
}

function all(): Map<string, Installed> {
  installed ??= sorted(readOwn());
  return installed;
}

function readOwn(): Map<string, Installed> {
  const codes = foldersIn(ownFolder, []);
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

function foldersIn(folder: string, problems: string[]): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
  } catch (error) {
    problems.push(`${folder} can't be read: ${(error as Error).message}`);
    return [];
  }
}

/** Empty messages count as missing. */
function readAreas(folder: string, tell?: (problem: string) => void): Areas {
  const areas: Areas = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json") && !name.startsWith("_"))) {
    try {
      const path = join(folder, file);
      if (statSync(path).size > fileBytesMax) throw new Error("too large");
      const read = JSON.parse(readFileSync(path, "utf8")) as Messages;
      const messages = Object.entries(read);
      if (Array.isArray(read) || messages.some(([, message]) => typeof message !== "string"))
        throw new Error("not keys with messages");
      areas.set(file.slice(0, -".json".length), Object.fromEntries(messages.filter(([, message]) => message !== "")));
    } catch (error) {
      tell?.(`/${file} can't be read: ${(error as Error).message}`);
    }
  }
  return areas;
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
