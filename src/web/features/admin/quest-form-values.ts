import { toNestErrors } from "@hookform/resolvers";
import type { FieldError, Resolver, UseFormReturn } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { questNameLength } from "../../../contract/desk-limits.ts";
import { questDifficulty } from "../../../contract/limits.ts";
import { eachField, type QuestText, type TypedField } from "../../../contract/quest-fields.ts";
import { writtenTexts } from "../../../contract/quest-languages.ts";
import {
  type Quest,
  type QuestFormInput,
  type QuestFormPayload,
  type QuestLocation,
  questFormPayloadSchema,
} from "../../../contract/quests.ts";
import type { ResultsPolicy } from "../../../contract/results.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import { english, pseudoLanguage } from "../../../texts/languages.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { localToday } from "../../ui/dates.ts";
import "../../foundation/texts/validation-messages.ts";

/** A location as typed. `coordinates`: comma-separated. */
export type LocationValues = {
  id: number | null;
  address_line1: string;
  address_line2: string;
  locality: string;
  administrative_area: string;
  postal_code: string;
  coordinates: string;
  country: string;
};

/** The texts of a quest, or their translations. */
export type TranslationValues = Record<QuestText, string>;

/** A quest as typed; empty fields are empty texts. */
export type QuestFormValues = Pick<Quest, TypedField<"choice">> &
  Record<Exclude<TypedField, TypedField<"choice">>, string> & {
    organization: { organization_id: string };
    locations: LocationValues[];
    results: { visibility: ResultsPolicy["visibility"]; positions: string };
    translations: Record<string, TranslationValues>;
    /** Ids of saved locations that were removed. */
    deleted_locations: number[];
  };

/** Typed values and the payload made from them. */
export type QuestFormControl = UseFormReturn<QuestFormValues, unknown, QuestFormPayload>;

export const emptyLocation: LocationValues = {
  id: null,
  address_line1: "",
  address_line2: "",
  locality: "",
  administrative_area: "",
  postal_code: "",
  coordinates: "",
  country: "",
};

const hiddenResults = { visibility: "hidden", positions: "hidden" } as const;

/** The policy that the server takes. */
export function resultsPolicyOf({ visibility, positions: typed }: QuestFormValues["results"]): ResultsPolicy {
  const positions = typed === "exact" || typed === "hidden" ? typed : (Number(typed) as ResultsPolicy["positions"]);
  return { visibility, positions };
}

export const emptyTranslation: TranslationValues = eachField("text", () => "");

/** A new quest. People write in the language that they read. */
export const emptyQuest = (): QuestFormValues => ({
  ...emptyTranslation,
  ...eachField("day", () => ""),
  ...eachField("number", () => ""),
  quest_type: "UNCATEGORIZED",
  quest_status: "INACTIVE",
  organization: { organization_id: "" },
  locations: [emptyLocation],
  quest_difficulty: String(questDifficulty.default),
  results: hiddenResults,
  language: currentLanguage() === pseudoLanguage ? english.code : currentLanguage().code,
  translations: {},
  deleted_locations: [],
});

/** A saved quest in the form. `deleted`: locations that could not be deleted yet. */
export function valuesOf(quest: Quest, deleted: number[] = []): QuestFormValues {
  return {
    ...eachField("text", (name) => quest[name] ?? ""),
    ...eachField("day", (name) => quest[name]?.slice(0, 10) ?? ""),
    ...eachField("number", (name) => String(quest[name] ?? "")),
    quest_type: quest.quest_type,
    quest_status: quest.quest_status,
    organization: { organization_id: String(quest.organization.id) },
    locations: quest.locations.filter(({ id }) => !deleted.includes(id)).map(locationValuesOf),
    // 0: never rated. The form allows 1 to 5.
    quest_difficulty: String(Math.max(quest.quest_difficulty, questDifficulty.min)),
    results: quest.results
      ? { visibility: quest.results.visibility, positions: String(quest.results.positions) }
      : hiddenResults,
    language: quest.language ?? english.code,
    translations: mapTexts(quest.translations ?? {}, (texts) => ({ ...emptyTranslation, ...texts })),
    deleted_locations: deleted,
  };
}

const mapTexts = <From, To>(translations: Record<string, From>, map: (texts: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(translations).map(([language, texts]) => [language, map(texts)]));

/** A copy as a new quest, without data points, people, cover, and a deadline in the past. */
export function copyOf(quest: Quest): QuestFormValues {
  const values = valuesOf(quest);
  const ending = t("admin.questForm.copyEnding");
  return {
    ...values,
    quest_name: `${quest.quest_name.slice(0, questNameLength.max - ending.length - 1).trim()} ${ending}`,
    quest_status: "INACTIVE",
    results: hiddenResults,
    quest_deadline: values.quest_deadline < localToday() ? "" : values.quest_deadline,
    locations: values.locations.map((location) => ({ ...location, id: null })),
  };
}

function locationValuesOf(location: QuestLocation): LocationValues {
  return {
    id: location.id,
    address_line1: location.address_line1 ?? "",
    address_line2: location.address_line2 ?? "",
    locality: location.locality,
    administrative_area: location.administrative_area,
    postal_code: location.postal_code,
    coordinates: location.coordinates.join(", "),
    country: location.country,
  };
}

/** `59.33, 18.07` → `[59.33, 18.07]`. The specification drops zeros and parts that are not numbers. */
export function parseCoordinates(text: string): number[] {
  return plainNumber(text)
    .split(",")
    .map((part) => Number(part.trim()))
    .filter((value) => Number.isFinite(value) && value !== 0);
}

/** `[59.33, 18.07]` → `59.33, 18.07`. A zero becomes a metre beside it, because zeros are dropped when read. */
export function formatCoordinates(coordinates: Coordinates): string {
  return coordinates.map((degrees) => (degrees === 0 ? "0.00001" : String(degrees))).join(", ");
}

/** The payload for the typed values, not validated. */
export function toPayload(values: QuestFormValues): QuestFormInput & Record<TypedField, unknown> {
  const { organization_id } = values.organization;
  return {
    ...eachField("text", (name) => textOrNull(values[name])),
    ...eachField("day", (name) => textOrNull(values[name])),
    ...eachField("number", (name) => numberOrNull(values[name])),
    quest_name: values.quest_name.trim(),
    quest_type: values.quest_type,
    quest_status: values.quest_status,
    organization: organization_id === "" ? {} : { organization_id: Number(organization_id) },
    locations: values.locations.map((location) => ({
      id: location.id,
      address_line1: textOrNull(location.address_line1),
      address_line2: textOrNull(location.address_line2),
      locality: location.locality.trim(),
      administrative_area: location.administrative_area.trim(),
      postal_code: location.postal_code.trim(),
      // The schema checks that there are two.
      coordinates: parseCoordinates(location.coordinates) as [number, number],
      country: location.country.trim(),
    })),
    // Null fails as missing: an emptied field does not get the default.
    quest_difficulty: numberOrNull(values.quest_difficulty) as number,
    language: values.language,
    translations: values.translations,
    ...(values.deleted_locations.length > 0 ? { deleted_locations: values.deleted_locations } : {}),
  };
}

/** What is typed as a quest to look at; locations without a position are left out. */
export function previewOf(
  values: QuestFormValues,
  saved: Quest | undefined,
  organizationName: string,
  image: string | null,
): Quest {
  const { locations, organization, deleted_locations: _, translations = {}, ...payload } = toPayload(values);
  const id = saved?.id ?? 0;
  const organizationId = organization.organization_id ?? 0;
  const numbers = eachField("number", (name) => (Number.isFinite(payload[name]) ? Number(payload[name]) : null));
  return {
    ...payload,
    ...eachField("text", (name) => values[name]),
    ...eachField("day", (name) => payload[name] ?? null),
    ...numbers,
    quest_name: payload.quest_name,
    id,
    quest_image: image,
    organization_id: organizationId,
    organization: { id: organizationId, organization_name: organizationName },
    location_id: 0,
    quest_difficulty: numbers.quest_difficulty ?? questDifficulty.default,
    quest_status: values.quest_status,
    quest_type: values.quest_type,
    locations: locations
      .filter(({ coordinates }) => coordinates.length === 2)
      .map((location, index) => ({
        ...location,
        id: index + 1,
        quest_id: id,
        address_line1: location.address_line1 ?? null,
        address_line2: location.address_line2 ?? null,
      })),
    quest_data: [],
    adventurer_count: saved?.adventurer_count ?? 0,
    active_adventurer_count: saved?.active_adventurer_count ?? 0,
    protocol: null,
    protocol_version: null,
    target_count: null,
    accepted_total: saved?.accepted_total ?? 0,
    translations: writtenTexts(translations),
  };
}

const textOrNull = (text: string) => (text.trim() === "" ? null : text);
const numberOrNull = (text: string) => (text.trim() === "" ? null : Number(text));

/**
 * Checks the payload with the contract's schema, and that there is an organization, which the schema doesn't require.
 * The schema's paths are the names of the form's inputs.
 */
export const questFormResolver: Resolver<QuestFormValues, unknown, QuestFormPayload> = (values, _context, options) => {
  const { data, error } = questFormPayloadSchema.safeParse(toPayload(values));
  const errors: Record<string, FieldError> = {};
  for (const { path, code, message } of error?.issues ?? []) errors[path.join(".")] ??= { type: code, message };
  if (values.organization.organization_id === "") {
    const message = t("admin.questForm.organization.missing");
    errors["organization.organization_id"] = { type: "organization_null", message };
  }
  return data && Object.keys(errors).length === 0
    ? { values: data, errors: {} }
    : { values: {}, errors: toNestErrors(errors, options) };
};

/** The first message at or below a field. Coordinates can be wrong as a pair or in one part. */
export function messageIn(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const [key, inner] of Object.entries(error)) {
    const message = key === "ref" ? undefined : messageIn(inner);
    if (message !== undefined) return message;
  }
  return undefined;
}
