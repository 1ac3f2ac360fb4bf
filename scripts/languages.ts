/**
 * `npm run texts` generates the types of the texts' values.
 *
 * add CODE [FOLDER]    makes or completes a language: an empty message for each that English has
 * check [CODE] [FOLDER]    lists what is missing, wrong, or was translated from another English sentence
 * seen CODE [FOLDER]    records that the translations match today's English sentences
 *
 * FOLDER is an installation's `LANGUAGES_DIR`; by default, languages are in `src/texts`.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { checkMessages } from "../src/texts/check-messages.ts";
import { english } from "../src/texts/languages.ts";
import { writeTexts } from "./generated-texts.ts";

type Messages = Record<string, string>;

const ownFolder = fileURLToPath(new URL("../src/texts/", import.meta.url));

/** The English sentences that were translated: a line for each area, of keys and digests. Not an area: it begins with `_`. */
const sourcesFile = "_sources.json";

const areas = readdirSync(join(ownFolder, english.code)).filter((file) => file.endsWith(".json"));

const readJson = (path: string): Messages =>
  existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Messages) : {};
const writeJson = (path: string, messages: Messages) => writeFileSync(path, `${JSON.stringify(messages, null, 2)}\n`);

const readEnglish = (file: string) => readJson(join(ownFolder, english.code, file));
const allEnglish = (): Messages => Object.assign({}, ...areas.map(readEnglish));
const digest = (sentence: string) => createHash("sha256").update(sentence).digest("hex").slice(0, 6);

/** Keeps what is translated, in the order of English; keys that English no longer has go. */
export function addLanguage(code: string, folder = ownFolder): void {
  mkdirSync(join(folder, code), { recursive: true });
  for (const file of areas) {
    const path = join(folder, code, file);
    const translated = readJson(path);
    writeJson(path, Object.fromEntries(Object.keys(readEnglish(file)).map((key) => [key, translated[key] ?? ""])));
  }
}

/** One line for each key that needs work, with the English sentence. */
export function checkLanguage(code: string, folder = ownFolder): string[] {
  const source = allEnglish();
  const sources = readSources(code, folder);
  return areas.flatMap((file) => {
    const ofArea = readJson(join(folder, code, file));
    const translated = Object.fromEntries(Object.entries(ofArea).filter(([, message]) => message !== ""));
    const missing = Object.keys(readEnglish(file)).filter((key) => translated[key] === undefined);
    const changed = Object.keys(translated).filter(
      (key) => source[key] !== undefined && sources[key] !== undefined && sources[key] !== digest(source[key]),
    );
    return [
      ...missing.map((key) => `${code}/${file}: missing: ${key}: ${source[key]}`),
      ...changed.map((key) => `${code}/${file}: changed since: ${key}: ${source[key]}`),
      ...checkMessages(code, translated, source).map(({ key, problem }) => `${code}/${file}: ${key}: ${problem}`),
    ];
  });
}

/** Notes for `changed since` that the sentences have been read again. */
export function recordSources(code: string, folder = ownFolder): void {
  const lines = areas.map((file) => {
    const translated = readJson(join(folder, code, file));
    const done = Object.entries(readEnglish(file)).filter(([key]) => translated[key]);
    return [file.replace(".json", ""), done.map(([key, sentence]) => `${key}:${digest(sentence)}`).join(" ")];
  });
  writeJson(join(folder, code, sourcesFile), Object.fromEntries(lines));
}

function readSources(code: string, folder: string): Messages {
  const lines = Object.values(readJson(join(folder, code, sourcesFile)));
  return Object.fromEntries(lines.flatMap((line) => line.split(" ").map((entry) => entry.split(":"))));
}

const translatedCodes = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== english.code)
    .map(({ name }) => name);

/**
 * The languages that `LANGUAGES` names, separated by commas.
 * @throws Error that names those that Cairn doesn't have
 */
export function requireLanguages(named: string): string[] {
  const codes = named.split(",");
  const known = translatedCodes(ownFolder);
  const unknown = codes.filter((code) => !known.includes(code));
  if (unknown.length > 0) {
    throw new Error(`LANGUAGES names unknown languages: ${unknown.join(", ")}. Known are ${known.join(", ")}.`);
  }
  return codes;
}

function main([command, code, folder = ownFolder]: string[]): number {
  if (command === undefined) {
    writeTexts();
    return 0;
  }
  if (command === "check") {
    const problems = (code ? [code] : translatedCodes(folder)).flatMap((each) => checkLanguage(each, folder));
    for (const problem of problems) console.log(problem);
    console.log(problems.length === 0 ? "All languages are complete." : `${problems.length} to do`);
    return problems.length === 0 ? 0 : 1;
  }
  const isLanguage = code !== undefined && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code);
  const action = { add: addLanguage, seen: recordSources }[command];
  if (!action || !isLanguage) {
    console.error(
      "npm run texts -- add it | check [it] | seen it, each with the folder of an installation if you like",
    );
    return 2;
  }
  action(code, folder);
  console.log(`${checkLanguage(code, folder).length} to do; npm run texts -- check ${code} lists them.`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exitCode = main(process.argv.slice(2));
