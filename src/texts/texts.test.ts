import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkMessages } from "./check-messages.ts";
import { type CompiledTexts, compileTexts } from "./compile-texts.ts";
import { offeredLanguages } from "./installed-languages.ts";
import { english, pseudoLanguage } from "./languages.ts";
import { marksOf, placeholdersOf } from "./placeholders.ts";
import { toPseudo } from "./pseudo.ts";
import { readMessages, textsOf } from "./texts-of.ts";

const source = fileURLToPath(new URL("..", import.meta.url));
const folder = join(source, "texts");
const messages = readMessages(english.code);

/** The names of all values and marks in a message, at any depth. */
const namesIn = (message: CompiledTexts[string] = [], words = "") =>
  [...placeholdersOf(message).map(({ name }) => name), ...marksOf(words)].sort();

describe("the texts", () => {
  it("are in the file of their area, each once", () => {
    for (const { code } of offeredLanguages()) {
      const files = readdirSync(join(folder, code)).filter((file) => !file.startsWith("_"));
      const keys = files.flatMap((file) => {
        const ofFile = Object.keys(JSON.parse(readFileSync(join(folder, code, file), "utf8")));
        for (const key of ofFile) expect(key).toMatch(new RegExp(`^${file.replace(".json", "")}\\.[\\w.-]+$`));
        return ofFile;
      });
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("have the same values, marks and all plural forms in every language, and each can be drawn", () => {
    for (const { code } of offeredLanguages().slice(1))
      expect(checkMessages(code, readMessages(code), messages), code).toEqual([]);
    // English leaves out forms that its numbers never have.
    expect(checkMessages(english.code, messages, messages).filter(({ isUsable }) => !isUsable)).toEqual([]);
  });

  it("are all used", () => {
    const code = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(tsx?|html|json)$/.test(file) && !/\.test\.tsx?$|^texts\/(en\/|values)/.test(file))
      .map((file) => readFileSync(join(source, file), "utf8"))
      .join("\n");
    const named = new Set([...code.matchAll(/["'`{]([a-z]+(?:\.[\w-]+)+)["'`}]/g)].map(([, key]) => key));
    // `t(`app.questType.${type}`)` uses every key with that prefix.
    const begun = [...code.matchAll(/`([a-z]+\.(?:[\w-]+\.)*)\$\{/g)].map(([, start]) => start ?? "");
    const unused = Object.keys(messages).filter(
      (key) => !named.has(key) && !begun.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

describe("the pseudo-language", () => {
  const inEnglish = compileTexts(messages);
  const inPseudo = compileTexts(messages, toPseudo);

  it("keeps values, plurals and marks", () => {
    for (const key of Object.keys(messages)) {
      expect(namesIn(inPseudo[key], toPseudo(messages[key] ?? "")), key).toEqual(
        namesIn(inEnglish[key], messages[key]),
      );
    }
  });

  it("leaves no English word, and is about 40 % longer", () => {
    const words = Object.values(messages).filter((message) => !/[{<]/.test(message));
    const made = words.map(toPseudo);
    // Our name stays as it is.
    for (const text of made) expect(text.replaceAll("Cairn", "")).not.toMatch(/[a-z]/i);
    const growth = made.join("").length / words.join("").length;
    expect(growth).toBeGreaterThan(1.25);
    expect(growth).toBeLessThan(1.6);
  });

  it("works on the server too", () => {
    expect(textsOf(pseudoLanguage).t("app.findQuest")).toBe(toPseudo("Find a Quest"));
    expect(textsOf(english).t("app.findQuest")).toBe("Find a Quest");
  });
});
