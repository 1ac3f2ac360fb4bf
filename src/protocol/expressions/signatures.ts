import type { FunctionName } from "./functions.ts";
import type { ValueType } from "./values.ts";

/** What a function takes: a type, or one of several. `same` is any type, but the same for all such arguments. */
export type Wanted = ValueType | "any" | "same" | "moment" | "dated" | "clock" | "option" | "numbers" | "pattern";

export const acceptedTypes: Readonly<Partial<Record<Wanted, readonly ValueType[]>>> = {
  moment: ["date", "time", "datetime"],
  dated: ["date", "datetime"],
  clock: ["time", "datetime"],
  option: ["choices", "text"],
  numbers: ["number", "list"],
  pattern: ["text"],
};

export type Signature = {
  takes: readonly Wanted[];
  /** How many of the last ones may be missing. */
  optional?: number;
  /** The last one can be repeated. */
  isVariadic?: true;
  /** `row` is the type of the answer that is looked up in a row. */
  gives: ValueType | "same" | "row";
  /** The argument that names a field or list, from the end if negative. */
  refers?: number;
};

/** Types of functions, by name: only where expressions are written or saved, not where they are evaluated. */
export const signatures: ReadonlyMap<string, Signature> = new Map(
  Object.entries({
    true: { takes: [], gives: "yes_no" },
    false: { takes: [], gives: "yes_no" },
    not: { takes: ["yes_no"], gives: "yes_no" },
    if: { takes: ["yes_no", "same", "same"], gives: "same" },
    coalesce: { takes: ["same"], isVariadic: true, gives: "same" },
    once: { takes: ["same"], gives: "same" },
    count: { takes: ["any"], isVariadic: true, gives: "number" },
    sum: { takes: ["numbers"], isVariadic: true, gives: "number" },
    min: { takes: ["numbers"], isVariadic: true, gives: "number" },
    max: { takes: ["numbers"], isVariadic: true, gives: "number" },
    number: { takes: ["any"], gives: "number" },
    int: { takes: ["number"], gives: "number" },
    round: { takes: ["number", "number"], optional: 1, gives: "number" },
    floor: { takes: ["number"], gives: "number" },
    ceiling: { takes: ["number"], gives: "number" },
    abs: { takes: ["number"], gives: "number" },
    pow: { takes: ["number", "number"], gives: "number" },
    sqrt: { takes: ["number"], gives: "number" },
    exp: { takes: ["number"], gives: "number" },
    log: { takes: ["number"], gives: "number" },
    log10: { takes: ["number"], gives: "number" },
    sin: { takes: ["number"], gives: "number" },
    cos: { takes: ["number"], gives: "number" },
    tan: { takes: ["number"], gives: "number" },
    asin: { takes: ["number"], gives: "number" },
    acos: { takes: ["number"], gives: "number" },
    atan: { takes: ["number"], gives: "number" },
    pi: { takes: [], gives: "number" },
    string: { takes: ["any"], gives: "text" },
    concat: { takes: ["any"], isVariadic: true, gives: "text" },
    join: { takes: ["text", "any"], isVariadic: true, gives: "text" },
    "string-length": { takes: ["text"], gives: "number" },
    "starts-with": { takes: ["text", "text"], gives: "yes_no" },
    "ends-with": { takes: ["text", "text"], gives: "yes_no" },
    contains: { takes: ["text", "text"], gives: "yes_no" },
    "lower-case": { takes: ["text"], gives: "text" },
    "upper-case": { takes: ["text"], gives: "text" },
    trim: { takes: ["text"], gives: "text" },
    "normalize-space": { takes: ["text"], gives: "text" },
    substring: { takes: ["text", "number", "number"], optional: 1, gives: "text" },
    substr: { takes: ["text", "number", "number"], optional: 1, gives: "text" },
    "substring-before": { takes: ["text", "text"], gives: "text" },
    "substring-after": { takes: ["text", "text"], gives: "text" },
    translate: { takes: ["text", "text", "text"], gives: "text" },
    regex: { takes: ["text", "pattern"], gives: "yes_no" },
    selected: { takes: ["option", "text"], gives: "yes_no" },
    "count-selected": { takes: ["option"], gives: "number" },
    "selected-at": { takes: ["option", "number"], gives: "text" },
    label: { takes: ["option", "option"], optional: 1, gives: "text", refers: -1 },
    attribute: { takes: ["option", "option", "text"], optional: 1, gives: "text", refers: -2 },
    lookup: { takes: ["text", "text", "text"], gives: "text", refers: 0 },
    position: { takes: ["rows"], gives: "number", refers: 0 },
    "indexed-repeat": { takes: ["any", "rows", "number"], gives: "row", refers: 0 },
    today: { takes: [], gives: "date" },
    now: { takes: [], gives: "datetime" },
    date: { takes: ["any"], gives: "date" },
    "date-time": { takes: ["any"], gives: "datetime" },
    "format-date": { takes: ["moment", "text"], gives: "text" },
    "format-date-time": { takes: ["moment", "text"], gives: "text" },
    "decimal-date-time": { takes: ["dated"], gives: "number" },
    "decimal-time": { takes: ["clock"], gives: "number" },
    "difference-in-months": { takes: ["dated", "dated"], gives: "number" },
    "add-months": { takes: ["dated", "number"], gives: "date" },
    distance: { takes: ["geometry", "geometry"], optional: 1, gives: "number" },
    area: { takes: ["geometry"], gives: "number" },
  } satisfies Record<FunctionName, Signature>),
);
