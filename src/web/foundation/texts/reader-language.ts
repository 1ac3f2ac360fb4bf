import type { QuestText } from "../../../contract/quest-fields.ts";
import type { QuestTranslations } from "../../../contract/quest-languages.ts";
import { chosenIn } from "../../../texts/choose-language.ts";
import { languageCookie, languageOf } from "../../../texts/languages.ts";
import { currentLanguage, formatLocale } from "./area-texts.ts";

// Part of the first load.

type Translated = { [Name in QuestText]?: string | null } & {
  language?: string | undefined;
  translations?: QuestTranslations | undefined;
};

const isSame = (one: string, other: string) => one.split("-")[0] === other.split("-")[0];

/** Only frames on other sites, where there is no cookie, have it in the address. */
const addressed = () => new URLSearchParams(location.search).get(languageCookie);

/** The language in which the reader sees a text: a chosen one, else one that the browser asks for, else the quest's own. */
function languageOfText({ language = "en", translations = {} }: Translated, name: QuestText): string {
  const codes = [language, ...Object.keys(translations).filter((code) => translations[code]?.[name])];
  for (const wish of [chosenIn(document.cookie) ?? addressed() ?? "", ...navigator.languages, currentLanguage().code]) {
    const found = codes.includes(wish) ? wish : codes.find((code) => isSame(code, wish));
    if (found) return found;
  }
  return language;
}

const isTranslated = (value: object): value is Translated => "translations" in value;

/**
 * An answer with the texts of all quests in it as the reader sees them. Those of a quest's own that they replace are
 * among its `translations`.
 */
export function asRead<Answer>(answer: Answer): Answer {
  if (typeof answer !== "object" || answer === null) return answer;
  const quest = isTranslated(answer) ? questAsRead(answer) : answer;
  const parts = Object.entries(quest).map(([name, part]) => [name, name === "translations" ? part : asRead(part)]);
  if (parts.every(([name, part]) => quest[name as keyof typeof quest] === part)) return quest as Answer;
  return (Array.isArray(quest) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Answer;
}

function questAsRead<Quest extends Translated>(quest: Quest): Quest {
  const read: Translated = {};
  const replaced: QuestTranslations[string] = {};
  for (const [code, texts] of Object.entries(quest.translations ?? {})) {
    for (const name of Object.keys(texts) as QuestText[]) {
      if (languageOfText(quest, name) !== code) continue;
      replaced[name] = quest[name] ?? "";
      read[name] = texts[name] ?? null;
    }
  }
  if (Object.keys(replaced).length === 0) return quest;
  return { ...quest, ...read, translations: { ...quest.translations, [quest.language ?? "en"]: replaced } };
}

/** Attributes of the element that shows the text. Older quests are called English whatever they are in. */
export function inItsLanguage(quest: Translated, name: QuestText = "quest_name") {
  const lang = languageOfText(quest, name);
  return { lang, dir: languageOf(lang).direction === "rtl" ? "rtl" : "auto" };
}

/** The language of a text, if the page has another one. */
export function otherLanguage(quest: Translated, name: QuestText = "quest_name"): string | undefined {
  const { lang } = inItsLanguage(quest, name);
  return isSame(lang, currentLanguage().code) ? undefined : lang;
}

/** Compares names as the reader's language does, and numbers in them by size. */
export const nameComparison = () => new Intl.Collator(formatLocale(), { numeric: true }).compare;
