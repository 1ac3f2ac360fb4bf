import { checkFieldExpression, scopeOf } from "../../protocol/check-field-expressions.ts";
import { type Field, type ListReference, listOf } from "../../protocol/field.ts";
import { columnNames } from "../../protocol/lists/filter-choices.ts";
import { placesOf } from "../../protocol/places.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import type { FieldRefusal } from "../refusals/domain-error.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { findVersions, type KnownVersion } from "./list-queries.ts";

/**
 * Sets the version of each list that a protocol uses: the one that it names, otherwise the newest.
 * @throws DomainError `validation_failed` with the place of a list that the organization doesn't have, of an unknown
 * version, and of a filter with columns that the list doesn't have
 */
export async function pinLists<P extends { fields: Field[] }>(db: Db, organizationId: number, protocol: P): Promise<P> {
  const places = [...placesOf(protocol.fields)].flatMap((place) => {
    const list = listOf(place.field);
    return list ? [{ ...place, list }] : [];
  });
  if (places.length === 0) return protocol;
  const versions = await findVersions(
    db,
    places.map(({ list }) => list),
  );
  const refusals: FieldRefusal[] = [];
  const pinned = new Map<Field, number>();
  for (const [index, { field, at, list }] of places.entries()) {
    const version = versions[index];
    const own = version?.organization_id === organizationId ? version : undefined;
    const faults = findFaults(field, list, protocol.fields, own);
    const path = ["protocol", "fields", ...at, "list"].join(".");
    refusals.push(...faults.map(([name, message]) => ({ path: `${path}.${name}`, message })));
    if (own?.version) pinned.set(field, own.version);
  }
  if (refusals.length > 0) throw invalidFields(refusals);
  return { ...protocol, fields: protocol.fields.map((field) => withVersions(field, pinned)) };
}

function withVersions(field: Field, pinned: ReadonlyMap<Field, number>): Field {
  if (field.kind === "group") return { ...field, fields: field.fields.map((each) => withVersions(each, pinned)) };
  const list = listOf(field);
  // Answers have empty options for older apps.
  return list ? ({ ...field, options: undefined, list: { ...list, version: pinned.get(field) } } as Field) : field;
}

/** Types and answers of filters were checked before; only the database knows the columns. */
function findFaults(
  field: Field,
  { filter }: ListReference,
  fields: readonly Field[],
  known: KnownVersion | undefined,
): [keyof ListReference, Saying][] {
  if (!known) return [["id", saying("validation.protocol.listUnknown")]];
  if (known.version === null) return [["version", saying("validation.protocol.listVersion")]];
  if (filter === undefined) return [];
  const columns = columnNames(known.attributes);
  const { faults } = checkFieldExpression(
    field,
    { path: [], text: filter, wanted: "yes_no", columns },
    scopeOf(fields),
  );
  return faults.map(({ text, values }) => ["filter", { key: text, values }]);
}
