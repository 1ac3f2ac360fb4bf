import { exportedText } from "./exported-text.ts";
import { kindGivenBy } from "./expressions/evaluate.ts";
import type { LookedUpOption } from "./expressions/lookups.ts";
import {
  type FieldKind,
  type GroupField,
  type ListReference,
  listOf,
  type Option,
  ownOptions,
  type Protocol,
} from "./field.ts";
import { inDependencyOrder, keysOfRules, keysUsedBy, readExpression } from "./field-expressions.ts";
import { type Place, placesOf } from "./places.ts";

/** Fields that use an answer, by its key. `shared` is how many groups they are both in. */
export type Users = ReadonlyMap<string, readonly { place: Place; shared: number }[]>;

/** What of a form follows from its protocol alone. */
export class FormLayout {
  /** Each field after those it depends on. */
  readonly order: readonly Place[];
  readonly byKey: ReadonlyMap<string, Place>;
  /** Fields that an answer shows, hides or decides. */
  readonly dependents: Users;
  /** Lists that expressions name. */
  readonly lists: ReadonlyMap<string, ListReference>;
  readonly #within = new Map<GroupField | undefined, Place[]>();
  #users: Users | undefined;
  readonly #kinds = new Map<string, FieldKind>();
  readonly #options = new Map<string, ReadonlyMap<string, LookedUpOption>>();

  constructor({ fields, lists = [] }: Protocol) {
    this.lists = new Map(lists.map((list) => [list.name, list]));
    const places = [...placesOf(fields)];
    this.byKey = new Map(places.map((place) => [place.field.key, place]));
    this.order = inDependencyOrder(places);
    this.dependents = this.#usersBy(({ field }) => keysOfRules(field));
    for (const place of this.order) {
      const group = place.groups.at(-1);
      const within = this.#within.get(group);
      if (within) within.push(place);
      else this.#within.set(group, [place]);
    }
  }

  /** All fields whose rules or texts use an answer. */
  get users(): Users {
    this.#users ??= this.#usersBy(keysUsedBy);
    return this.#users;
  }

  optionOf(key: string, value: string): LookedUpOption | undefined {
    const field = this.byKey.get(key)?.field;
    const options = this.#options.get(key) ?? new Map(field ? ownOptions(field).map(lookedUp) : []);
    this.#options.set(key, options);
    return options.get(value);
  }

  /** The kind of a field; of a result, that of the answer that it passes on. */
  kindOf(key: string): FieldKind | undefined {
    const field = this.byKey.get(key)?.field;
    const known = this.#kinds.get(key);
    if (known || field?.kind !== "calculated") return known ?? field?.kind;
    // A result that depends on itself asks again, and finds this.
    this.#kinds.set(key, field.kind);
    const expression = readExpression(field.expression);
    const kind = (expression && kindGivenBy(expression, { kindOf: (used) => this.kindOf(used) })) ?? field.kind;
    this.#kinds.set(key, kind);
    return kind;
  }

  /** The list that has the choices of a field. */
  listOf(key: string): ListReference | undefined {
    const field = this.byKey.get(key)?.field;
    return field && listOf(field);
  }

  /** Fields of a group, or of the form. */
  within(group: GroupField | undefined): readonly Place[] {
    return this.#within.get(group) ?? [];
  }

  /** Fields of a group, and of groups in it. */
  allWithin(group: GroupField): readonly Place[] {
    return this.order.filter(({ groups }) => groups.includes(group));
  }

  #usersBy(keysOf: (place: Place) => Iterable<string>): Users {
    const users = new Map<string, { place: Place; shared: number }[]>();
    for (const place of this.order) {
      for (const key of new Set(keysOf(place))) {
        const used = this.byKey.get(key);
        if (!used) continue;
        const shared = place.groups.filter((group) => used.groups.includes(group)).length;
        const known = users.get(key);
        if (known) known.push({ place, shared });
        else users.set(key, [{ place, shared }]);
      }
    }
    return users;
  }
}

const lookedUp = ({ value, label, attributes = {} }: Option): [string, LookedUpOption] => [
  value,
  { label: exportedText(label), attributes },
];

const knownLayouts = new WeakMap<Protocol, FormLayout>();

export function layoutOf(protocol: Protocol): FormLayout {
  const known = knownLayouts.get(protocol) ?? new FormLayout(protocol);
  knownLayouts.set(protocol, known);
  return known;
}
