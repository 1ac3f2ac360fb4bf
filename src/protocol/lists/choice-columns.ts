import { exportedText } from "../exported-text.ts";
import { evaluate, type KnownForm } from "../expressions/evaluate.ts";
import { columnsIn, isVolatile, precedenceOf } from "../expressions/expression.ts";
import type { LookedUpOption } from "../expressions/lookups.ts";
import type { Columns } from "../expressions/scope.ts";
import type { ListReference, Option } from "../field.ts";
import { readExpression } from "../field-expressions.ts";
import type { ListItem } from "./list-item.ts";

/** A choice as filters see it. */
export type FilteredChoice = Pick<ListItem, "code" | "attributes" | "taxon">;

export const choiceOf = ({ value, attributes }: Option): FilteredChoice => ({ code: value, attributes });

/** Columns of every choice, if it has none of its own with that name. */
const builtInColumns: Readonly<Record<string, (choice: FilteredChoice) => string | undefined>> = {
  code: ({ code }) => code,
  taxonID: ({ taxon }) => taxon?.id,
  scientificName: ({ taxon }) => taxon?.scientific_name,
  taxonRank: ({ taxon }) => taxon?.rank,
};

/** Columns of XLSForm's choices with a meaning of their own. */
const reserved: ReadonlySet<string> = new Set(["list_name", "name", "label"]);

/** Whether filters can name a column so. */
export const isColumnName = (name: string): boolean =>
  /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) &&
  !precedenceOf.has(name) &&
  !reserved.has(name.toLowerCase()) &&
  !(name in Object.prototype);

/** Names that a filter can use. @param attributes columns of the choices themselves */
export const columnNames = (attributes: Iterable<string>): ReadonlySet<string> =>
  new Set([...Object.keys(builtInColumns), ...attributes]);

/** The columns of a protocol's own options. */
export const optionColumns = (options: readonly Option[]): ReadonlySet<string> =>
  columnNames(options.flatMap(({ attributes }) => Object.keys(attributes ?? {})));

function columnOf(choice: FilteredChoice, name: string): string | undefined {
  const { attributes } = choice;
  if (attributes && Object.hasOwn(attributes, name)) return attributes[name];
  return Object.hasOwn(builtInColumns, name) ? builtInColumns[name]?.(choice) : undefined;
}

/** Answers, and the time on the phone; without it, filters that depend on it are not applied. */
export type FilterContext = Pick<KnownForm, "answerOf" | "kindOf" | "meter"> & { now: string | undefined };

/**
 * The test of a filter; undefined if there is none or it can't be applied. Equal columns are evaluated once, because a
 * list may have 50,000 choices in a few districts.
 */
export function makeFilter(
  text: string | undefined,
  { answerOf, kindOf, meter, now }: FilterContext,
): ((choice: FilteredChoice) => boolean) | undefined {
  const expression = text === undefined ? undefined : readExpression(text);
  if (!expression || (now === undefined && isVolatile(expression))) return undefined;
  const names = [...columnsIn(expression)];
  const known = new Map<string, boolean>();
  return (choice) => {
    const columns = names.map((name) => columnOf(choice, name) ?? "");
    const id = columns.length === 1 ? (columns[0] ?? "") : JSON.stringify(columns);
    const before = known.get(id);
    if (before !== undefined) return before;
    const isMet =
      evaluate(expression, {
        answerOf,
        kindOf,
        meter,
        now: now ?? "",
        columnOf: (column) => columnOf(choice, column),
      }) === true;
    known.set(id, isMet);
    return isMet;
  };
}

/** Finds an item of a list that is at hand. */
export type FindItem = (list: ListReference, code: string) => LookedUpOption | undefined;

/** What expressions can look up of an item besides its attributes. A file's `name` is often its label. */
const ofLabel = ["label", "name"];

/** @param attributes columns of the list itself */
export const lookedUpColumns = (attributes: Iterable<string>): Columns =>
  new Set([...Object.keys(builtInColumns), ...ofLabel, ...attributes]);

export function lookedUp(item: ListItem): LookedUpOption {
  const label = exportedText(item.label);
  const builtIn = Object.entries(builtInColumns).map(([name, read]) => [name, read(item) ?? ""]);
  return {
    label,
    attributes: {
      ...Object.fromEntries([...builtIn, ...ofLabel.map((name) => [name, label])]),
      ...item.attributes,
    },
  };
}
