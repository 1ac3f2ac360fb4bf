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

/** The text that search looks in. */
export function questSearchText(quest: {
  quest_name: string;
  quest_description?: string | null | undefined;
  translations?: QuestTranslations | undefined;
  organization_name: string;
  locations: readonly {
    locality: string;
    administrative_area: string;
    country: string;
    postal_code: string;
    address_line1?: string | null | undefined;
  }[];
}): string {
  return normalizeSearchText(
    [
      quest.quest_name,
      quest.quest_description,
      ...Object.values(quest.translations ?? {}).flatMap((texts) => [texts.quest_name, texts.quest_description]),
      quest.organization_name,
      ...quest.locations.flatMap((place) => [
        place.address_line1,
        place.locality,
        place.administrative_area,
        place.postal_code,
        place.country,
      ]),
    ]
      .filter(Boolean)
      .join(" "),
  );
}
