import { checkFieldExpression, findExpressionProblems, scopeOf } from "../../protocol/check-field-expressions.ts";
import type { Scope } from "../../protocol/expressions/scope.ts";
import { type Field, type ListReference, listOf, type NamedList } from "../../protocol/field.ts";
import { columnNames, lookedUpColumns } from "../../protocol/lists/choice-columns.ts";
import { placesOf } from "../../protocol/places.ts";
import { problemsToldMax } from "../../protocol/protocol-limits.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { type FieldRefusal, invalidFields } from "../refusals/domain-error.ts";
import { findVersions, type KnownVersion } from "./list-queries.ts";

/**
 * Sets the version of each list that a protocol uses: the one that it names, otherwise the newest.
 * @throws DomainError `validation_failed` with the place of a list that the organization doesn't have, of an unknown
 * version, and of a filter or lookup with columns that the list doesn't have
 */
export async function pinLists<P extends { fields: Field[]; lists?: NamedList[] | undefined }>(
  db: Db,
  organizationId: number,
  protocol: P,
): Promise<P> {
  const { fields, lists = [] } = protocol;
  const ofFields = [...placesOf(fields)].flatMap(({ field, at }) => {
    const list = listOf(field);
    return list ? [{ field, list, path: ["protocol", "fields", ...at, "list"].join(".") }] : [];
  });
  const named = lists.map((list, index) => ({ field: undefined, list, path: `protocol.lists.${index}` }));
  const uses = [...ofFields, ...named];
  if (uses.length === 0) return protocol;
  const found = await findVersions(
    db,
    uses.map(({ list }) => list),
  );
  const versions = new Map<ListReference, KnownVersion>();
  for (const [index, { list }] of uses.entries()) {
    const version = found[index];
    if (version?.organization_id === organizationId) versions.set(list, version);
  }
  const scope = scopeOf(protocol);
  const refusals: FieldRefusal[] = uses.flatMap(({ field, list, path }) =>
    findFaults(field, list, scope, versions.get(list)).map(([name, message]) => ({
      path: `${path}.${name}`,
      message,
    })),
  );
  const problems = findExpressionProblems(protocol, (list) => {
    const known = versions.get(list);
    return known ? lookedUpColumns(known.attributes) : "unknown";
  });
  const ofLookups = problems.map(({ path, fault: { text, values } }) => ({
    path: ["protocol", "fields", ...path].join("."),
    message: { key: text, values },
  }));
  refusals.push(...ofLookups.slice(0, problemsToldMax));
  if (refusals.length > 0) throw invalidFields(refusals);
  const pin = <List extends ListReference>(list: List): List => ({
    ...list,
    version: versions.get(list)?.version ?? undefined,
  });
  return {
    ...protocol,
    fields: fields.map((field) => withVersions(field, pin)),
    ...(protocol.lists && { lists: lists.map(pin) }),
  };
}

function withVersions(field: Field, pin: (list: ListReference) => ListReference): Field {
  if (field.kind === "group") return { ...field, fields: field.fields.map((each) => withVersions(each, pin)) };
  const list = listOf(field);
  // Answers have empty options for older apps.
  return list ? ({ ...field, options: undefined, list: pin(list) } as Field) : field;
}

/** Types and answers of filters were checked before; only the database knows the columns. */
function findFaults(
  field: Field | undefined,
  { filter }: ListReference,
  scope: Scope,
  known: KnownVersion | undefined,
): [keyof ListReference, Saying][] {
  if (!known) return [["id", saying("validation.protocol.listUnknown")]];
  if (known.version === null) return [["version", saying("validation.protocol.listVersion")]];
  if (filter === undefined || !field) return [];
  const columns = columnNames(known.attributes);
  const { faults } = checkFieldExpression(field, { path: [], text: filter, wanted: "yes_no", columns }, scope);
  return faults.map(({ text, values }) => ["filter", { key: text, values }]);
}
