import type { QuestTranslations } from "../../contract/quest-languages.ts";
import type { QuestChangePayload } from "../../contract/quests.ts";
import { type Field, listOf, type Protocol } from "../../protocol/field.ts";
import type { WrittenProtocol } from "../../protocol/protocol-schema.ts";
import { normalizeSearchText } from "../../protocol/search-text.ts";
import { saying } from "../../texts/saying.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** @throws DomainError `organization_null`: the form may leave the organization empty, a quest may not */
export function requireOrganization(payload: QuestChangePayload): number {
  const id = payload.organization.organization_id;
  if (id === undefined) {
    throw new DomainError("organization_null", {
      info: [{ path: "organization.organization_id", message: saying("validation.required") }],
    });
  }
  return id;
}

/** A protocol as in answers. Stored protocols contain no keys of our texts. */
export const withVersion = (protocol: Protocol, version: number) =>
  ({ ...protocol, fields: protocol.fields.map(withOptions), version }) as WrittenProtocol;

/** Apps from before the lists require options. */
function withOptions(field: Field): Field {
  if (field.kind === "group") return { ...field, fields: field.fields.map(withOptions) };
  return listOf(field) ? ({ ...field, options: [] } as Field) : field;
}

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** @throws DomainError `validation_failed` for two letters that are no language. Many with three have no name here. */
export function requireLanguages({ language, translations = {} }: QuestChangePayload): void {
  const paths = Object.keys(translations).map((code) => ({ code, path: `translations.${code}` }));
  const wrong = [...(language === undefined ? [] : [{ code: language, path: "language" }]), ...paths].filter(
    ({ code }) => /^..(-|$)/.test(code) && languageNames.of(code.slice(0, 2)) === undefined,
  );
  if (wrong.length === 0) return;
  throw new DomainError("validation_failed", {
    info: wrong.map(({ path }) => ({ path, message: saying("validation.protocol.language") })),
  });
}

/** Words beyond that aren't searched: a quest has up to 10,000 stations. */
const stationWordsMax = 5_000;

/** The text that search looks in. Its words are looked for one by one, so that none is needed twice. */
export function questSearchText(quest: {
  quest_name: string;
  quest_description?: string | null | undefined;
  language?: string | undefined;
  translations?: QuestTranslations | undefined;
  organization_name: string;
  locations: readonly {
    locality: string;
    administrative_area: string;
    country: string;
    postal_code: string;
    address_line1?: string | null | undefined;
    address_line2?: string | null | undefined;
  }[];
  /** Codes and names of the stations that everybody may see. */
  station_names?: string | null | undefined;
}): string {
  const { language = "en", translations = {} } = quest;
  const countries = new Set(quest.locations.map(({ country }) => country));
  return normalizeSearchText(
    [
      quest.quest_name,
      quest.quest_description,
      ...Object.values(translations).flatMap((texts) => [texts.quest_name, texts.quest_description]),
      quest.organization_name,
      ...quest.locations.flatMap((place) => [
        place.address_line1,
        place.address_line2,
        place.locality,
        place.administrative_area,
        place.postal_code,
      ]),
      ...[...countries].flatMap((country) => namesOfCountry(country, [language, "en", ...Object.keys(translations)])),
      ...[...new Set(normalizeSearchText(quest.station_names ?? "").split(" "))].slice(0, stationWordsMax),
    ]
      .filter(Boolean)
      .join(" "),
  );
}

const countryNamesIn = (language: string) => new Intl.DisplayNames(language, { type: "region", fallback: "none" });

/** What a country is called in these languages; one that none of the first two has is only called as it is written. */
function namesOfCountry(country: string, languages: readonly string[]): string[] {
  const name = normalizeSearchText(country);
  const code = languages
    .slice(0, 2)
    .reduce<string | undefined>((found, language) => found ?? codesIn(language).get(name), undefined);
  const names = code === undefined ? [] : languages.map((language) => countryNamesIn(language).of(code) ?? "");
  return [...new Set([country, ...names])];
}

const codesOfCountries = new Map<string, ReadonlyMap<string, string>>();

/** The codes of countries by name, as searches compare it. */
function codesIn(language: string): ReadonlyMap<string, string> {
  const names = countryNamesIn(language);
  const { locale } = names.resolvedOptions();
  const known = codesOfCountries.get(locale);
  if (known) return known;
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const made = new Map(codes.map((code) => [normalizeSearchText(names.of(code) ?? ""), code]));
  made.delete("");
  codesOfCountries.set(locale, made);
  return made;
}
