import type { NumberedProtocol } from "./columns.ts";
import type { Field, FieldKind, Values } from "./field.ts";
import { takesFile } from "./field.ts";
import { ownValue } from "./given.ts";
import { listedItemsKey } from "./lists/listed-items.ts";
import { allFields, rowsIn } from "./places.ts";
import { type FlowContext, isOpened, type Source, sourcesOf } from "./value-flow.ts";

/** How positions are published: as measured, not at all, or rounded to degrees. */
export const positionPrecisions = ["exact", "hidden", 0.001, 0.01, 0.1, 1] as const;
export type PositionPrecision = (typeof positionPrecisions)[number];

/** What keeps an answer from being public, where positions have this precision. */
function closingSources(sources: Iterable<Source>, positions: PositionPrecision): Source[] {
  return [...sources].filter((source) => source === "closed" || source === "metadata" || positions !== "exact");
}

/**
 * The same versions with their public fields only: those whose answers are made of nothing that isn't public. Whether a
 * field of a closed kind is public is what the newest version with its key says: closing it closes the answers of older
 * versions, and a field of another kind says nothing about them.
 * @param versions newest first
 */
export function publicVersions(
  versions: readonly NumberedProtocol[],
  positions: PositionPrecision,
  hasPlaces: FlowContext["hasPlaces"],
): NumberedProtocol[] {
  const newest = new Map<string, Field>();
  for (const { protocol } of versions) {
    for (const field of allFields(protocol.fields)) {
      if (!newest.has(field.key)) newest.set(field.key, field);
    }
  }
  const isOpen = ({ key, kind }: Field) => isOpenIn(newest.get(key), kind);
  return versions.map(({ version, protocol }) => {
    const sources = sourcesOf(protocol, { isOpen, hasPlaces });
    const isPublic = ({ key, kind }: Field) =>
      kind !== "note" && closingSources(sources.get(key) ?? [], positions).length === 0;
    return { version, protocol: { fields: fieldsWith(isPublic, protocol.fields) } };
  });
}

/** Whether the newest field with its key opens a question of a closed kind. */
export const isOpenIn = (newest: Field | undefined, kind: FieldKind): boolean =>
  newest !== undefined && newest.kind === kind && isOpened(newest);

function fieldsWith(isPublic: (field: Field) => boolean, fields: readonly Field[]): Field[] {
  return fields.flatMap((field): Field[] => {
    if (!isPublic(field)) return [];
    if (field.kind !== "group") return [field];
    const inner = fieldsWith(isPublic, field.fields);
    return inner.length > 0 ? [{ ...field, fields: inner }] : [];
  });
}

/**
 * The answers to these fields, and what is kept beside them: chosen items of lists, and the plant's name.
 * @param isPlantPublic whether the photo that shows the plant is
 */
export function publicValues(values: Values, fields: readonly Field[], isPlantPublic: boolean): Values {
  const listed = ownValue(values, listedItemsKey) as Values | undefined;
  const shown = allFields(fields).filter(({ key }) => listed && Object.hasOwn(listed, key));
  const plant = isPlantPublic ? (ownValue(values, "plant_id_data") as PlantAnswer | undefined) : undefined;
  return {
    ...answersTo(fields, values),
    ...(listed &&
      shown.length > 0 && {
        [listedItemsKey]: Object.fromEntries(shown.map(({ key }) => [key, listed[key]])),
      }),
    ...(plant?.bestMatch && {
      plant_id_data: {
        bestMatch: plant.bestMatch,
        results: (plant.results ?? []).slice(0, 1).map(({ score }) => ({ score })),
      },
    }),
  };
}

type PlantAnswer = { bestMatch?: string; results?: readonly { score: number }[] };

function answersTo(fields: readonly Field[], values: Values): Values {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = ownValue(values, field.key);
      if (value === undefined || value === null || takesFile(field)) return [];
      if (field.kind !== "group") return [[field.key, value]];
      return [[field.key, rowsIn(value).map((row) => answersTo(field.fields, row))]];
    }),
  );
}
