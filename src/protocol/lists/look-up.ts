import { exportedText } from "../exported-text.ts";
import type { LookedUpOption } from "../expressions/lookups.ts";
import type { Columns } from "../expressions/scope.ts";
import type { ListReference } from "../field.ts";
import { builtInColumns } from "./filter-choices.ts";
import type { ListItem } from "./list-item.ts";

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
