import type { CompiledTexts } from "../../texts/compile-texts.ts";
import type { Area } from "../../texts/keys.ts";
import { type Language, pseudoLanguage } from "../../texts/languages.ts";

type TextFile = () => Promise<{ default: CompiledTexts }>;

// What only the build or the server says is left out.
const translations = import.meta.glob<{ default: CompiledTexts }>([
  "../../texts/*/*.json",
  "!../../texts/en/*.json",
  "!../../texts/*/{document,identity,mails,refusals}.json",
]);
const pseudo = import.meta.glob<{ default: CompiledTexts }>(
  ["../../texts/en/*.json", "!../../texts/en/{document,identity,mails,refusals}.json"],
  { query: "?pseudo" },
);

/** The texts of an area in another language than English; empty where nobody has translated it yet. */
export async function loadTranslation(language: Language, area: Area): Promise<CompiledTexts> {
  const file: TextFile | undefined =
    language.code === pseudoLanguage.code
      ? pseudo[`../../texts/en/${area}.json`]
      : translations[`../../texts/${language.code}/${area}.json`];
  return file ? (await file()).default : {};
}
