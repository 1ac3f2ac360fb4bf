import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileTexts } from "../src/texts/compile-texts.ts";
import { marksOf, type Placeholder, placeholdersOf, type TypedValue, valuesOf } from "../src/texts/placeholders.ts";

const folder = fileURLToPath(new URL("../src/texts/en/", import.meta.url));
export const valuesFile = fileURLToPath(new URL("../src/texts/values.ts", import.meta.url));

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

/** The complete `src/texts/values.ts`. */
export function describeValues(): string {
  const values: string[] = [];
  const marks: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    const messages = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>;
    const ofArea = Object.entries(compileTexts(messages)).flatMap(([key, message]) =>
      describe(key, placeholdersOf(message)),
    );
    if (ofArea.length > 0) values.push(`  // ${file}`, ...ofArea);
    for (const [key, message] of Object.entries(messages)) {
      const names = new Set(marksOf(message));
      if (names.size > 0) marks.push(`  "${key}": ${[...names].map((name) => `"${name}"`).join(" | ")};`);
    }
  }
  return [
    "// biome-ignore-all format: made by `npm run texts` from src/texts/en; not to be edited.",
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

export const writeValues = (): void => writeFileSync(valuesFile, describeValues());
