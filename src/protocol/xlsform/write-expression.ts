import type { Condition, Field } from "../field.ts";

/** A text as XPath 1.0 has it, which has no escapes: in quotes that it does not hold, or put together. */
export function writeText(text: string): string {
  const parts = [""];
  for (const character of text) {
    const part = parts.at(-1) ?? "";
    // `${` begins a reference even inside quotes
    const isReference = character === "{" && part.endsWith("$");
    const isMixed = hasSingle.test(part + character) && hasDouble.test(part + character);
    if (isReference || isMixed) parts.push(character);
    else parts[parts.length - 1] = part + character;
  }
  const quoted = parts.map((part) => (hasSingle.test(part) ? `"${part}"` : `'${part}'`));
  return quoted.length === 1 ? (quoted[0] ?? "''") : `concat(${quoted.join(", ")})`;
}

/** Whatever reads a form makes curled quotes straight. */
const hasSingle = /['‘’]/;
const hasDouble = /["“”]/;

/** A number as XPath 1.0 has it: without an exponent. */
export function writeNumber(value: number): string {
  const [, sign = "", whole = "0", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const shift = Number(exponent);
  const digits = whole + fraction;
  if (shift >= 0) return sign + digits.padEnd(whole.length + shift, "0");
  return `${sign}0.${"0".repeat(-shift - whole.length)}${digits}`;
}

const minutesOfDay = 1_440;
/** Enough to tell minutes; what is left over must not fall on the wrong side of a bound. */
const fractionDigits = 7;

/** `HH:MM` as the fraction of a day with which `decimal-time()` is compared. */
function writeTime(time: string, op: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const scaled = ((hours * 60 + minutes) / minutesOfDay) * 10 ** fractionDigits;
  const rounded = op === "<" || op === ">=" ? Math.floor(scaled) : Math.ceil(scaled);
  return writeNumber(rounded / 10 ** fractionDigits);
}

/** The time of a fraction of a day; undefined for what is none. */
export function readTime(fraction: number): string | undefined {
  const minutes = Math.round(fraction * minutesOfDay);
  if (!(minutes >= 0 && minutes < minutesOfDay)) return undefined;
  const twoDigits = (part: number) => String(part).padStart(2, "0");
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** How `relevant` compares times that have to be equal. */
export const timeFormat = "%H:%M";

/** The names of the options that stand for yes and no. */
export const yesNoNames = { yes: "yes", no: "no" };

/** `shown_when` as `relevant`; `name` is what the form calls the earlier field. No answer meets no condition. */
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
  return `${op === "!=" ? isAnswered : ""}${reference} ${op} ${writeValue(value, asked)}`;
}

function writeValue(value: Condition["value"], asked: Field): string {
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "boolean") return writeText(value ? yesNoNames.yes : yesNoNames.no);
  return asked.kind === "date" ? `date(${writeText(value)})` : writeText(value);
}

/** Hard bounds and pattern of a field as `constraint`; empty where it has none. */
export function writeConstraint(field: Field): string {
  const parts: string[] = [];
  const add = (op: string, bound: string | number | undefined) => {
    if (bound === undefined) return;
    if (typeof bound === "number") parts.push(`. ${op} ${writeNumber(bound)}`);
    else if (field.kind === "time") parts.push(`decimal-time(.) ${op} ${writeTime(bound, op)}`);
    else parts.push(`. ${op} date('${bound}')`);
  };
  if ("min" in field) add(">=", field.min);
  if ("max" in field) add("<=", field.max);
  if (field.kind === "text" && field.pattern !== undefined) parts.push(`regex(., ${writeText(field.pattern)})`);
  return parts.join(" and ");
}
