import type { NumberedProtocol } from "./columns.ts";
import { keysIn } from "./expressions/expression.ts";
import type { Field, FieldKind, Protocol, Values } from "./field.ts";
import { takesFile } from "./field.ts";
import { dependsOnMoment, inDependencyOrder, readExpression, ruleOfValue } from "./field-expressions.ts";
import { ownValue } from "./given.ts";
import { listedItemsKey } from "./lists/listed-items.ts";
import { allFields, placesOf, rowsIn } from "./places.ts";

/** How positions are published: as measured, not at all, or rounded to degrees. */
export const positionPrecisions = ["exact", "hidden", 0.001, 0.01, 0.1, 1] as const;
export type PositionPrecision = (typeof positionPrecisions)[number];

/** Their answers may show or name people, so they are public only where the protocol says so. */
export const closedKinds = ["text", "barcode", "photo", "audio", "file"] as const satisfies readonly FieldKind[];

/** They tell where, or when to the minute. */
const exactKinds: readonly FieldKind[] = ["point", "line", "area", "time", "datetime"];

export const isClosedKind = (kind: FieldKind): kind is (typeof closedKinds)[number] =>
  closedKinds.some((each) => each === kind);

/**
 * The same versions with their public fields only. Whether a field of a closed kind is public is what the newest version
 * with its key says: closing it closes the answers of older versions.
 * @param versions newest first
 */
export function publicVersions(
  versions: readonly NumberedProtocol[],
  positions: PositionPrecision,
): NumberedProtocol[] {
  const opened = new Map<string, boolean>();
  for (const { protocol } of versions) {
    for (const field of allFields(protocol.fields)) {
      if (!opened.has(field.key)) opened.set(field.key, isOpened(field));
    }
  }
  return versions.map(({ version, protocol }) => {
    const keys = publicKeys(protocol, opened, positions === "exact");
    return { version, protocol: { fields: fieldsWith(keys, protocol.fields) } };
  });
}

/** Whether a question of a closed kind says that its answers are public. */
export const isOpened = (field: Field): boolean =>
  isClosedKind(field.kind) && "public" in field && field.public === true;

/** A calculated answer is public if all that it is made of is. */
function publicKeys({ fields }: Protocol, opened: ReadonlyMap<string, boolean>, isExact: boolean): Set<string> {
  const keys = new Set<string>();
  for (const { field } of inDependencyOrder([...placesOf(fields)])) {
    if (field.kind === "note") continue;
    if (isClosedKind(field.kind) && !opened.get(field.key)) continue;
    if (exactKinds.includes(field.kind) && !isExact) continue;
    const rule = ruleOfValue(field);
    if (rule !== undefined && !(isMadeOf(rule, keys) && (isExact || !dependsOnMoment(rule)))) continue;
    keys.add(field.key);
  }
  return keys;
}

function isMadeOf(rule: string, keys: ReadonlySet<string>): boolean {
  const expression = readExpression(rule);
  return expression !== undefined && [...keysIn(expression)].every((key) => keys.has(key));
}

function fieldsWith(keys: ReadonlySet<string>, fields: readonly Field[]): Field[] {
  return fields.flatMap((field): Field[] => {
    if (!keys.has(field.key)) return [];
    if (field.kind !== "group") return [field];
    const inner = fieldsWith(keys, field.fields);
    return inner.length > 0 ? [{ ...field, fields: inner }] : [];
  });
}

/** The answers to these fields, and what is kept beside them: chosen items of lists, and the plant's name. */
export function publicValues(values: Values, fields: readonly Field[]): Values {
  const listed = ownValue(values, listedItemsKey) as Values | undefined;
  const shown = allFields(fields).filter(({ key }) => listed && Object.hasOwn(listed, key));
  const plant = ownValue(values, "plant_id_data") as PlantAnswer | undefined;
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
