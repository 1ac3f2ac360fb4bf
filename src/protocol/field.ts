import type * as z from "zod/mini";
import type { NumberField } from "./kinds/number.ts";
import type { PositionField } from "./kinds/position.ts";

/** One question of a protocol, as data; `kind` says which file of `kinds/` knows what to do with it. */
export type Field = NumberField | PositionField;

/** What a field of any kind has. */
export type FieldBase = {
  /** `[a-z][a-z0-9_]*`; it never changes, because values are kept and exported under it. */
  key: string;
  required: boolean;
  /** The question. */
  label: string;
  /** The heading of its step in the form, where that is not the label. */
  title?: string;
  hint?: string;
};

/** What is kept of a data point's answers, by name: its `additional_data`. */
export type Values = Readonly<Record<string, unknown>>;

export type Cell = string | number | null;

/** One value of a field: most kinds have one, a position has two. */
export type FieldPart = {
  /** Its name in the form of an upload and in `additional_data`. */
  name: string;
  /** What it is called beside its value. */
  label: string;
  /** UCUM code. */
  unit: string | undefined;
  /** Reads and checks the text that a form carries. */
  fromText: z.ZodMiniType;
  /** As it stands in `additional_data`. */
  stored: z.ZodMiniType;
  /** The column of an export, with its unit. */
  column: string;
  /** What stands in that column; `value` may be anything, or missing. */
  cell: (value: unknown) => Cell;
};
