import type { CompiledTexts } from "../../texts/compile-texts.ts";
import type { Area } from "../../texts/keys.ts";
import { type Language, pseudoLanguage } from "../../texts/languages.ts";

type TextFile = () => Promise<{ default: CompiledTexts }>;

// Without the texts of the build and the server.
const translations = import.meta.glob<{ default: CompiledTexts }>([
  "../../texts/*/*.json",
  "!../../texts/en/*.json",
  "!../../texts/*/{document,identity,mails,refusals}.json",
]);
const pseudo = import.meta.glob<{ default: CompiledTexts }>(
  ["../../texts/en/*.json", "!../../texts/en/{document,identity,mails,refusals}.json"],
  { query: "?pseudo" },
);

/** The translated texts of an area; empty if there are none yet. */
export async function loadTranslation(language: Language, area: Area): Promise<CompiledTexts> {
  const file: TextFile | undefined =
    language.code === pseudoLanguage.code
      ? pseudo[`../../texts/en/${area}.json`]
      : translations[`../../texts/${language.code}/${area}.json`];
  return file ? (await file()).default : {};
}
