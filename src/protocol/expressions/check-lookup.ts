import { type Expression, type ExpressionFault, makeFault } from "./expression.ts";
import { hasColumn, type Scope } from "./scope.ts";

/** What is wrong with a call of a function that looks something up in the form. */
export function findLookupFault(
  { name, args, at }: Expression & { is: "call" },
  refers: number,
  scope: Scope,
): ExpressionFault | undefined {
  if (scope.hasColumn) return makeFault(at, "validation.expression.notInFilter", { name });
  const asked = args.at(refers);
  if (name === "lookup") return findListFault(args, scope);
  if (asked?.is !== "answer") return makeFault(asked?.at ?? at, "validation.expression.wants.answer");
  const { key } = asked;
  switch (name) {
    case "position":
      return scope.isInRow?.(key) ? undefined : makeFault(asked.at, "validation.expression.notInRow", { key });
    case "indexed-repeat":
      return findRowFault(key, args, scope);
    case "attribute":
      return findOptionsFault(key, asked.at, scope) ?? findAttributeFault(key, args.at(-1), scope);
    default:
      return findOptionsFault(key, asked.at, scope);
  }
}

const findOptionsFault = (key: string, at: number, { attributesOf }: Scope) =>
  attributesOf?.(key) ? undefined : makeFault(at, "validation.expression.noOptions", { key });

function findAttributeFault(key: string, name: Expression | undefined, { attributesOf }: Scope) {
  const attributes = attributesOf?.(key);
  if (name?.is === "text" && attributes && hasColumn(attributes, name.value)) return undefined;
  const written = name?.is === "text" ? name.value.slice(0, 100) : "";
  return makeFault(name?.at ?? 0, "validation.expression.noAttribute", { name: written, key });
}

/** The names of the list and of its column are written out, so that they can be checked. */
function findListFault([list, column]: readonly Expression[], { columnsOf }: Scope): ExpressionFault | undefined {
  const name = list?.is === "text" ? list.value : "";
  const columns = columnsOf?.(name);
  if (!columns) return makeFault(list?.at ?? 0, "validation.expression.noList", { name: name.slice(0, 100) });
  const wanted = column?.is === "text" ? column.value : "";
  if (column?.is === "text" && hasColumn(columns, wanted)) return undefined;
  return makeFault(column?.at ?? 0, "validation.expression.noListColumn", { name: wanted.slice(0, 100), list: name });
}

/** A field of the group itself, seen from the row or form that has the group, but from none of its rows. */
function findRowFault(key: string, [asked, group]: readonly Expression[], { groupOf, isInRow }: Scope) {
  const isOfGroup = group?.is === "answer" && groupOf?.(key) === group.key && !isInRow?.(group.key);
  const outer = group?.is === "answer" ? groupOf?.(group.key) : undefined;
  const isBeside = outer === undefined || isInRow?.(outer) === true;
  return isOfGroup && isBeside ? undefined : makeFault(asked?.at ?? 0, "validation.expression.notOfGroup", { key });
}
