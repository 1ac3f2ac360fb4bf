import type { Expression } from "./expression.ts";
import { type Result, resultOf, textOf } from "./values.ts";

/** What an expression can look up in its form, besides answers. */
export type Lookups = {
  /** An option of a field, by its value. */
  optionOf?: (key: string, value: string) => LookedUpOption | undefined;
  /** An item of a list that the protocol names, by its code. */
  itemOf?: (list: string, code: string) => LookedUpOption | undefined;
  /** Number of the row of a group that the expression is in, from 1. */
  rowNumberIn?: (group: string) => number | undefined;
  /** The answer of a field in a row of its group, by the row's number. */
  answerInRow?: (key: string, row: number) => unknown;
};

export type LookedUpOption = {
  /** The label that exports show. */
  label: string;
  attributes: Readonly<Record<string, string>>;
};

/** @param read evaluates an argument, which may be all rows of a group */
export type LookUp = (args: readonly Expression[], read: (index: number) => Result, lookups: Lookups) => Result;

const keyOf = (arg: Expression | undefined) => (arg?.is === "answer" ? arg.key : undefined);

/** `label(${ground})`, or the label of any option of a question: `label('mud', ${ground})`. */
export const lookUpLabel: LookUp = (args, read, lookups) => {
  const labels = optionsIn(read(0), keyOf(args.at(-1)), lookups).map(({ label }) => label);
  return labels.length === 0 ? null : labels.join(", ");
};

/** `attribute(${region}, 'people')`, or `attribute('north', ${region}, 'people')`. */
export const lookUpAttribute: LookUp = (args, read, lookups) => {
  const [option] = optionsIn(read(0), keyOf(args.at(-2)), lookups);
  const name = textOf(read(args.length - 1));
  return option ? resultOf(option.attributes[name]) : null;
};

/** `lookup('regions', 'people', ${region})` */
export const lookUpInList: LookUp = ([list], read, { itemOf }) => {
  const code = read(2);
  const item = list?.is === "text" && typeof code === "string" ? itemOf?.(list.value, code) : undefined;
  return item ? resultOf(item.attributes[textOf(read(1))]) : null;
};

function optionsIn(chosen: Result, key: string | undefined, { optionOf }: Lookups): LookedUpOption[] {
  if (key === undefined || !optionOf) return [];
  return [chosen].flat().flatMap((value) => (typeof value === "string" ? (optionOf(key, value) ?? []) : []));
}

/** `position(${birds})` */
export const lookUpRowNumber: LookUp = ([group], _read, { rowNumberIn }) => {
  const key = keyOf(group);
  return key === undefined ? null : (rowNumberIn?.(key) ?? null);
};

/** `indexed-repeat(${count}, ${birds}, 2)` */
export const lookUpInRow: LookUp = ([answer], read, { answerInRow }) => {
  const key = keyOf(answer);
  const row = read(2);
  return key === undefined || typeof row !== "number" ? null : resultOf(answerInRow?.(key, row));
};
