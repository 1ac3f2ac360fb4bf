import { isDeepStrictEqual } from "node:util";
import { fieldNames, questTexts } from "../../contract/quest-fields.ts";
import type { FieldChange, LocationChanges } from "../../contract/quest-history.ts";
import type { QuestTranslations } from "../../contract/quest-languages.ts";

type Value = FieldChange["before"];

/** What the history tells of a quest. Undefined fields are null. */
export type QuestState = {
  fields: Record<string, Value>;
  translations: QuestTranslations;
  /** By id. */
  locations: Record<string, { locality: string }>;
};

/** Another image, or another organization of the same name, differs by this. */
const differsBy: Partial<Record<string, string>> = { quest_image: "image_id", organization: "organization_id" };

export const placeNamesMax = 5;

export type QuestChanges = { changes: FieldChange[]; locations: LocationChanges | null };

/** Undefined if nothing changed. */
export function changesBetween(before: QuestState, after: QuestState): QuestChanges | undefined {
  const valuesOf = (field: string): [Value, Value] => [before.fields[field] ?? null, after.fields[field] ?? null];
  const ofFields = fieldNames
    .filter((field) => {
      const [old, current] = valuesOf(differsBy[field] ?? field);
      return old !== current;
    })
    .map((field) => ({ field, before: valuesOf(field)[0], after: valuesOf(field)[1] }));
  const changes = [...ofFields, ...translationChanges(before.translations, after.translations)];
  const locations = locationChanges(before.locations, after.locations);
  return changes.length > 0 || locations ? { changes, locations } : undefined;
}

function translationChanges(before: QuestTranslations, after: QuestTranslations): FieldChange[] {
  const languages = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...languages]
    .flatMap((language) => questTexts.map((text) => ({ language, text })))
    .map(({ language, text }) => ({
      field: "translation" as const,
      language,
      text,
      before: before[language]?.[text] ?? null,
      after: after[language]?.[text] ?? null,
    }))
    .filter((change) => change.before !== change.after);
}

function locationChanges(before: QuestState["locations"], after: QuestState["locations"]): LocationChanges | null {
  const added = Object.keys(after).filter((id) => !before[id]);
  const removed = Object.keys(before).filter((id) => !after[id]);
  const changed = Object.keys(after).filter((id) => before[id] && !isDeepStrictEqual(before[id], after[id]));
  const ids = [...added, ...changed, ...removed];
  if (ids.length === 0) return null;
  const names = new Set(ids.map((id) => (after[id] ?? before[id])?.locality ?? ""));
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    names: [...names].slice(0, placeNamesMax),
  };
}
