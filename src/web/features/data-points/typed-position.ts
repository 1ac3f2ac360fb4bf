import type { Fault } from "../../../protocol/check-value.ts";
import { numericText } from "../../../protocol/read-number.ts";
import { userPosition } from "../../../protocol/user-position.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";

export type TypedPosition = Readonly<Record<string, string | undefined>>;

/** Reads the typed latitude and longitude, both optional. */
export function readPosition(typed: TypedPosition): { degrees: Record<string, number>; faults: Map<string, string> } {
  const degrees: Record<string, number> = {};
  const faults = new Map<string, string>();
  for (const { name, bounds } of userPosition) {
    const text = typed[name] ?? "";
    if (text === "") continue;
    const fault = findDegreesFault(text, bounds);
    if (fault) faults.set(name, faultWords(fault));
    else degrees[name] = Number(text);
  }
  return { degrees, faults };
}

/** The same rules and messages as in the schema of an upload. */
function findDegreesFault(text: string, { min, max }: { min: number; max: number }): Fault | undefined {
  if (!numericText.test(text)) return { text: "validation.number" };
  const value = Number(text);
  if (value < min) return { text: "validation.numberTooSmall", values: { min: String(min) } };
  return value > max ? { text: "validation.numberTooBig", values: { max: String(max) } } : undefined;
}
