import type { ValueType } from "./values.ts";

/** Only the server knows the columns of lists. */
export type Columns = ReadonlySet<string> | "unknown";

export const hasColumn = (columns: Columns, name: string): boolean => columns === "unknown" || columns.has(name);

/** What an expression may refer to. */
export type Scope = {
  /** Undefined: there is no such field, or an expression can't use it. */
  typeOf: (key: string) => ValueType | undefined;
  /** Values of a field's options; undefined if it has none. */
  optionsOf?: (key: string) => Pick<ReadonlySet<string>, "has"> | undefined;
  /** Names of the attributes of a field's options; undefined if it has no options. */
  attributesOf?: (key: string) => Columns | undefined;
  /** Columns of a list that the protocol names; undefined if it names no such list. */
  columnsOf?: (list: string) => Columns | undefined;
  /** Whether the expression is in a row of this group. */
  isInRow?: (group: string) => boolean;
  /** The group that has a field in its rows. */
  groupOf?: (key: string) => string | undefined;
  /** Type of a field's answer within its row. */
  typeInRow?: (key: string) => ValueType | undefined;
  /** Whether the choices of a filter have this column; undefined outside filters. */
  hasColumn?: ((name: string) => boolean) | undefined;
  /** Type of `.`; undefined outside constraints. */
  own?: ValueType | undefined;
};
