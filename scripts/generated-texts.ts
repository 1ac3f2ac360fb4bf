import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileTexts } from "../src/texts/compile-texts.ts";
import { marksOf, type Placeholder, placeholdersOf, type TypedValue, valuesOf } from "../src/texts/placeholders.ts";

const folder = fileURLToPath(new URL("../src/texts/en/", import.meta.url));
const generated = fileURLToPath(new URL("../generated/", import.meta.url));

const maker = "made by `npm run texts` from src/texts/en; not to be edited.";
const areas = readdirSync(folder)
  .sort()
  .map((file) => file.replace(/\.json$/, ""));

const messagesOf = (area: string) =>
  JSON.parse(readFileSync(join(folder, `${area}.json`), "utf8")) as Record<string, string>;

function describeType({ type, choices }: TypedValue): string {
  if (type === "plain") return "string | number";
  if (type === "date") return "Date";
  if (type === "number") return "number";
  return choices.map((choice) => (choice === "other" ? "(string & {})" : JSON.stringify(choice))).join(" | ");
}

/** One line for a text with values: `"quests.count": { count: number };` */
function describe(key: string, placeholders: Placeholder[]): string[] {
  const types = [...valuesOf(placeholders)];
  if (types.length === 0) return [];
  return [`  "${key}": { ${types.map(([name, value]) => `${name}: ${describeType(value)}`).join("; ")} };`];
}

/** The values that texts take: `generated/texts/values.ts`. */
function describeValues(): string {
  const values: string[] = [];
  const marks: string[] = [];
  for (const area of areas) {
    const messages = messagesOf(area);
    const ofArea = Object.entries(compileTexts(messages)).flatMap(([key, message]) =>
      describe(key, placeholdersOf(message)),
    );
    if (ofArea.length > 0) values.push(`  // ${area}.json`, ...ofArea);
    for (const [key, message] of Object.entries(messages)) {
      const names = new Set(marksOf(message));
      if (names.size > 0) marks.push(`  "${key}": ${[...names].map((name) => `"${name}"`).join(" | ")};`);
    }
  }
  return [
    `// biome-ignore-all format: ${maker}`,
    "",
    "/** The values that each text takes. */",
    "export type TextValues = {",
    ...values,
    "};",
    "",
    "/** The marks that stand in a text. */",
    "export type TextMarks = {",
    ...marks,
    "};",
    "",
  ].join("\n");
}

/** The files of English, whose keys the compiler knows: `generated/texts/english.ts`. */
function describeEnglish(): string {
  const lines = areas.map((area) => `  "${area}": typeof import("../../src/texts/en/${area}.json");`);
  return [
    `// biome-ignore-all format: ${maker}`,
    "",
    "/** The files of a language's folder. Screens load texts by area. */",
    "export type English = {",
    ...lines,
    "};",
    "",
  ].join("\n");
}

/** Texts that show texts of these areas, too. */
const alsoNeeded: Record<string, string[]> = { members: ["components"], quest: ["quest.load"] };
const areasWithSayings = ["editor", "validation"];

/** How a screen says the texts of an area. The texts of the whole app come with each. */
function describeArea(area: string): string {
  const needed = area === "app" ? [] : ["app", ...(alsoNeeded[area] ?? [])];
  const names = ["t"];
  if (areasWithSayings.includes(area)) names.push("say");
  if (Object.values(messagesOf(area)).some((message) => marksOf(message).length > 0)) names.push("rich");
  return [
    `// biome-ignore-all assist: ${maker}`,
    `import english from "../../src/texts/en/${area}.json";`,
    ...needed.map((each) => `import "./${fileOf(each)}";`),
    'import { areaTexts } from "../../src/web/foundation/texts/area-texts.ts";',
    "",
    `export const { ${names.join(", ")} } = areaTexts("${area}", english);`,
    "",
  ].join("\n");
}

const fileOf = (area: string) => `${area.replaceAll(".", "-")}.ts`;

/** Areas that only the server says, or that register themselves when a form needs their messages. */
const withoutScreens = /^(dataset|document|identity|mails|manifest|refusals|settings|xlsform|validation\..*)$/;

/** Everything that `npm run texts` makes, by path. */
export const generatedTexts = (): Map<string, string> =>
  new Map([
    [join(generated, "texts", "values.ts"), describeValues()],
    [join(generated, "texts", "english.ts"), describeEnglish()],
    ...areas
      .filter((area) => !withoutScreens.test(area))
      .map((area): [string, string] => [join(generated, "web-texts", fileOf(area)), describeArea(area)]),
  ]);

/** Also takes away what no area has any more. */
export function writeTexts(): void {
  const texts = generatedTexts();
  for (const folder of generatedFolders) for (const path of filesOf(folder)) if (!texts.has(path)) rmSync(path);
  for (const [path, text] of texts) writeFileSync(path, text);
}

const generatedFolders = ["texts", "web-texts"].map((name) => join(generated, name));
const filesOf = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
export const filesThere = (): string[] => generatedFolders.flatMap(filesOf);
