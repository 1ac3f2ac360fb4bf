import { printNumber } from "../expressions/print-expression.ts";
import type { Condition, Field } from "../field.ts";

/** Quotes text for XPath 1.0, which has no escapes: picks quotes that aren't in the text, or uses concat(). */
export function writeText(text: string): string {
  const parts = [""];
  for (const character of text) {
    const part = parts.at(-1) ?? "";
    // `${` starts a reference even inside quotes
    const isReference = character === "{" && part.endsWith("$");
    const isMixed = hasSingle.test(part + character) && hasDouble.test(part + character);
    if (isReference || isMixed) parts.push(character);
    else parts[parts.length - 1] = part + character;
  }
  const quoted = parts.map((part) => (hasSingle.test(part) ? `"${part}"` : `'${part}'`));
  return quoted.length === 1 ? (quoted[0] ?? "''") : `concat(${quoted.join(", ")})`;
}

/** Form programs convert curly quotes to straight ones. */
const hasSingle = /['‘’]/;
const hasDouble = /["“”]/;

const minutesOfDay = 1_440;
/** Precise enough for minutes; the rounding must not cross a bound. */
const fractionDigits = 7;

/** Converts `HH:MM` to the fraction of a day that `decimal-time()` returns. */
export function writeTime(time: string, op: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const scaled = ((hours * 60 + minutes) / minutesOfDay) * 10 ** fractionDigits;
  const rounded = op === "<" || op === ">=" ? Math.floor(scaled) : Math.ceil(scaled);
  return printNumber(rounded / 10 ** fractionDigits);
}

/** Converts a fraction of a day to `HH:MM`; undefined if it isn't a time. */
export function readTime(fraction: number): string | undefined {
  const minutes = Math.round(fraction * minutesOfDay);
  if (!(minutes >= 0 && minutes < minutesOfDay)) return undefined;
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** Format for testing times for equality in `relevant`. */
export const timeFormat = "%H:%M";
export const dateTimeFormat = "%Y-%m-%dT%H:%M";

/** Option names for yes and no. */
export const yesNoNames = { yes: "yes", no: "no" };

/**
 * Writes `shown_when` as `relevant`; `name` is the earlier field's name in the form. A missing answer never matches.
 */
export function writeCondition({ op, value }: Condition, asked: Field, name: string): string {
  const reference = `\${${name}}`;
  if (op === "includes") return `selected(${reference}, ${writeText(String(value))})`;
  const isAnswered = `${reference} != '' and `;
  if (asked.kind === "time") {
    const isEquality = op === "=" || op === "!=";
    return isEquality
      ? `${isAnswered}format-date-time(${reference}, '${timeFormat}') ${op} ${writeText(String(value))}`
      : `${isAnswered}decimal-time(${reference}) ${op} ${writeTime(String(value), op)}`;
  }
  if (asked.kind === "datetime") {
    return op === "=" || op === "!="
      ? `${isAnswered}format-date-time(${reference}, '${dateTimeFormat}') ${op} ${writeText(String(value))}`
      : `${reference} ${op} date-time(${writeText(String(value))})`;
  }
  return `${op === "!=" ? isAnswered : ""}${reference} ${op} ${writeValue(value, asked)}`;
}

function writeValue(value: Condition["value"], asked: Field): string {
  if (typeof value === "number") return printNumber(value);
  if (typeof value === "boolean") return writeText(value ? yesNoNames.yes : yesNoNames.no);
  return asked.kind === "date" ? `date(${writeText(value)})` : writeText(value);
}

/**
 * Writes a field's hard bounds and pattern as `constraint`; empty if it has neither.
 * @param said bounds that the field's own constraint says as well
 */
export function writeConstraint(field: Field, said: { min?: number | string; max?: number | string } = {}): string {
  const parts: string[] = [];
  const add = (op: string, bound: string | number | undefined) => {
    if (bound === undefined) return;
    if (typeof bound === "number") parts.push(`. ${op} ${printNumber(bound)}`);
    else if (field.kind === "time") parts.push(`decimal-time(.) ${op} ${writeTime(bound, op)}`);
    else parts.push(`. ${op} ${field.kind === "datetime" ? "date-time" : "date"}('${bound}')`);
  };
  if ("min" in field && field.min !== said.min) add(">=", field.min);
  if ("max" in field && field.max !== said.max) add("<=", field.max);
  if (field.kind === "text" && field.pattern !== undefined) parts.push(`regex(., ${writeText(field.pattern)})`);
  return parts.join(" and ");
}
