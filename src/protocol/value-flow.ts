import { conjunctsOf, type Expression, keysIn, partsOf } from "./expressions/expression.ts";
import type { Field, FieldKind, ListReference, Protocol } from "./field.ts";
import { listOf, ownOptions } from "./field.ts";
import { conditionOf, readExpression } from "./field-expressions.ts";
import { holdPlaces, rowOfOption } from "./lists/place-columns.ts";
import { type Place, placesOf } from "./places.ts";

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

export type FlowContext = {
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
