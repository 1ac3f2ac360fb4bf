import type { NumberedProtocol } from "./columns.ts";
import { conjunctsOf, type Expression, keysIn, partsOf } from "./expressions/expression.ts";
import {
  type Field,
  type FieldKind,
  type ListReference,
  listOf,
  ownOptions,
  type Protocol,
  takesFile,
  type Values,
} from "./field.ts";
import { conditionOf, readExpression } from "./field-expressions.ts";
import { listedItemsKey } from "./lists/listed-items.ts";
import { holdPlaces, rowOfOption } from "./lists/place-columns.ts";
import { allFields, ownValue, type Place, placesOf, rowsIn } from "./places.ts";

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

/**
 * What an answer may be made of that isn't for everybody: an exact moment, an exact place, a choice that stands for a
 * place, an answer of a closed kind, which may show or name people, or a file with metadata, which may say where, when
 * and by whom it was made.
 */
export type Source = "moment" | "place" | "listedPlace" | "closed" | "metadata";

/** Their answers may show or name people, so they are public only where the protocol says so. */
const closedKinds = ["text", "barcode", "photo", "audio", "file"] as const satisfies readonly FieldKind[];

export const isClosedKind = (kind: FieldKind): kind is (typeof closedKinds)[number] =>
  closedKinds.some((each) => each === kind);

/** Photos and recordings that others get are copies without metadata; of PDFs and other files there are none. */
export const isNeverPublic = (kind: FieldKind): boolean => kind === "file";

/** Whether a question of a closed kind says that its answers are public. */
export const isOpened = (field: Field): boolean =>
  isClosedKind(field.kind) && "public" in field && field.public === true;

type FlowContext = {
  /** Whether a field of a closed kind is public. */
  isOpen: (field: Field) => boolean;
  /** Whether a list has places, in any version: what an older one calls by the same code has its place in a newer one. */
  hasPlaces: (list: Pick<ListReference, "id">) => boolean;
};

/**
 * What each answer of a form is made of, by key, through any number of other answers: by its kind, and by every
 * expression that decides whether it is there, what it is or may be, and how many rows it has. What a text shows to the
 * volunteer isn't in the answer, and no text is published with answers filled in.
 */
export function sourcesOf(
  { fields, lists = [] }: Pick<Protocol, "fields" | "lists">,
  { isOpen, hasPlaces }: FlowContext,
): ReadonlyMap<string, ReadonlySet<Source>> {
  const places = [...placesOf(fields)];
  const named = new Map(lists.map((list) => [list.name, list]));
  const sources = new Map<string, Set<Source>>(places.map(({ field }) => [field.key, new Set()]));
  const usersOf = new Map<string, Set<string>>();
  const waiting: { key: string; source: Source }[] = [];
  const add = (key: string, source: Source) => {
    const known = sources.get(key);
    if (!known || known.has(source)) return;
    known.add(source);
    waiting.push({ key, source });
  };
  const hasListedPlaces = (list: Pick<ListReference, "id"> | undefined) => list !== undefined && hasPlaces(list);

  for (const place of places) {
    const { key } = place.field;
    for (const source of ownSources(place.field, isOpen)) add(key, source);
    if (hasListedPlaces(listOf(place.field)) || ownOptions(place.field).some((each) => holdPlaces(rowOfOption(each)))) {
      add(key, "listedPlace");
    }
    for (const expression of whatFlowsIn(place)) {
      for (const each of keysIn(expression)) usersOf.set(each, (usersOf.get(each) ?? new Set()).add(key));
      if (tellsMoment(expression, place.field)) add(key, "moment");
      if (listsIn(expression).some((name) => hasListedPlaces(named.get(name)))) add(key, "listedPlace");
    }
  }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const user of usersOf.get(next.key) ?? []) add(user, next.source);
  }
  return sources;
}

const momentKinds: readonly FieldKind[] = ["time", "datetime"];
const placeKinds: readonly FieldKind[] = ["point", "line", "area"];

function ownSources(field: Field, isOpen: FlowContext["isOpen"]): Source[] {
  if (momentKinds.includes(field.kind)) return ["moment"];
  if (placeKinds.includes(field.kind)) return ["place"];
  const closed: Source[] = isClosedKind(field.kind) && !isOpen(field) ? ["closed"] : [];
  return isNeverPublic(field.kind) ? [...closed, "metadata"] : closed;
}

/** The expressions of a field, and of the groups that it is in: these decide whether it is there, and how often. */
function whatFlowsIn({ field, groups }: Pick<Place, "field" | "groups">): Expression[] {
  const { constraint, required_when: requiredWhen, default: preset } = field;
  const filter = listOf(field)?.filter ?? ("filter" in field ? field.filter : undefined);
  const texts = [
    constraint?.expression,
    requiredWhen?.expression,
    preset?.expression,
    filter,
    field.kind === "calculated" ? field.expression : undefined,
    ...[field, ...groups].map((each) => (each.kind === "group" ? each.repeat.count?.expression : undefined)),
  ];
  const found = [
    ...[field, ...groups].map(conditionOf),
    ...texts.map((text) => (text === undefined ? undefined : readExpression(text))),
  ];
  return found.filter((expression) => expression !== undefined);
}

/**
 * Whether an expression reads the time of day. `today()` doesn't, nor does `date(now())`: the day is public. A question
 * for a day may say that its answer isn't later than now, as forms of ODK do.
 */
function tellsMoment(expression: Expression, { kind }: Field): boolean {
  const parts = [...partsOf(expression)];
  const isNow = (part: Expression | undefined) => part?.is === "call" && part.name === "now";
  const days = parts.filter((part) => part.is === "call" && part.name === "date" && isNow(part.args[0]));
  const bounds = conjunctsOf(expression).filter(
    (part) =>
      kind === "date" &&
      part.is === "binary" &&
      ((part.left.is === "own" && isNow(part.right)) || (isNow(part.left) && part.right.is === "own")),
  );
  return parts.filter(isNow).length > days.length + bounds.length;
}

/** The named lists that an expression looks things up in. */
const listsIn = (expression: Expression): string[] =>
  [...partsOf(expression)].flatMap((part) =>
    part.is === "call" && part.name === "lookup" && part.args[0]?.is === "text" ? [part.args[0].value] : [],
  );
