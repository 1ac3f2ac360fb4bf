import { type Expression, type Operator, precedenceOf } from "../expressions/expression.ts";
import { printNumber } from "../expressions/print-expression.ts";
import { type Field, type ListReference, listOf } from "../field.ts";

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
function writeTime(time: string, op: string): string {
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

type Form = {
  /** A field by key. */
  fieldOf: (key: string) => Field | undefined;
  /** Its name in the form. */
  nameOf: (key: string) => string;
  /** Whether it is the list of answers in other rows, or of a group's rows. */
  isList?: (key: string) => boolean;
  /** The path to the row of a group around it. */
  pathTo?: (group: string) => string;
};

/**
 * Writes an expression as XPath that means the same in ODK and Kobo, where an unanswered question is an empty text:
 * `!=` would be true for it, so it is written with a check for an answer.
 */
export function toXPath(expression: Expression, form: Form): string {
  switch (expression.is) {
    case "number":
      return printNumber(expression.value);
    case "text":
      return writeText(expression.value);
    case "answer":
      return isYesNo(expression, form)
        ? `${reference(expression, form)} = '${yesNoNames.yes}'`
        : reference(expression, form);
    case "column":
      return expression.name === "code" ? "name" : expression.name;
    case "own":
      return ".";
    case "negative":
      return `-${operand(expression.of, form, tightest)}`;
    case "call":
      return callText(expression, form);
    case "binary":
      return binaryText(expression, form);
  }
}

const tightest = precedenceOf.size;

const reference = ({ key }: Expression & { is: "answer" }, { nameOf }: Form) => `\${${nameOf(key)}}`;

const isYesNo = (expression: Expression, { fieldOf }: Form) =>
  expression.is === "answer" && fieldOf(expression.key)?.kind === "yes_no";

/** In parentheses where another operator would bind it differently. */
function operand(expression: Expression, form: Form, level: number): string {
  const text = toXPath(expression, form);
  const operator = expression.is === "binary" ? expression.op : isYesNo(expression, form) ? "=" : undefined;
  // `!=` with a check for an answer is joined by `and`.
  const own = operator === undefined ? tightest : (precedenceOf.get(operator === "!=" ? "and" : operator) ?? 0);
  return own < level ? `(${text})` : text;
}

function binaryText({ op, left, right }: Expression & { is: "binary" }, form: Form): string {
  if (op !== "=" && op !== "!=" && !isOrder(op)) return arithmeticText(op, left, right, form);
  const [one, other] = comparedTexts(op, left, right, form);
  const isForAnswer = isEmptyText(left) || isEmptyText(right);
  const answered = op === "!=" && !isForAnswer ? answeredTexts([left, right], form) : [];
  return [...answered, `${one} ${op} ${other}`].join(" and ");
}

const isOrder = (op: Operator): op is "<" | "<=" | ">" | ">=" => op === "<" || op === "<=" || op === ">" || op === ">=";
const isEmptyText = (expression: Expression) => expression.is === "text" && expression.value === "";

/** Both sides of a comparison; literals are written as the type of the other side needs. */
function comparedTexts(op: Operator, left: Expression, right: Expression, form: Form): [string, string] {
  const level = (precedenceOf.get(op) ?? 0) + 1;
  const write = (side: Expression, other: Expression) => {
    const kind = other.is === "answer" ? form.fieldOf(other.key)?.kind : undefined;
    if (side.is === "answer" && isYesNo(side, form)) return reference(side, form);
    if (isYesNo(other, form) && side.is === "call" && (side.name === "true" || side.name === "false")) {
      return writeText(side.name === "true" ? yesNoNames.yes : yesNoNames.no);
    }
    if (side.is === "answer" && form.fieldOf(side.key)?.kind === "time" && other.is === "text" && other.value !== "") {
      return isOrder(op)
        ? `decimal-time(${reference(side, form)})`
        : `format-date-time(${reference(side, form)}, '${timeFormat}')`;
    }
    if (side.is === "text" && side.value !== "" && kind === "time" && isOrder(op)) return writeTime(side.value, op);
    if (side.is === "text" && side.value !== "" && (kind === "date" || isDate(other)))
      return `date(${writeText(side.value)})`;
    return operand(side, form, level);
  };
  const withTime = (side: Expression, other: Expression) =>
    dateTimeText(side, other, isOrder(op), form) ?? write(side, other);
  return [withTime(left, right), withTime(right, left)];
}

/** A side of a comparison of a date with a time; undefined for other sides. */
function dateTimeText(side: Expression, other: Expression, isOrdered: boolean, form: Form): string | undefined {
  const isAsked = (each: Expression) => each.is === "answer" && form.fieldOf(each.key)?.kind === "datetime";
  const isWritten = (each: Expression) => each.is === "text" && each.value !== "";
  if (side.is === "answer" && isAsked(side) && isWritten(other) && !isOrdered) {
    return `format-date-time(${reference(side, form)}, '${dateTimeFormat}')`;
  }
  return side.is === "text" && isWritten(side) && isAsked(other) && isOrdered
    ? `date-time(${writeText(side.value)})`
    : undefined;
}

const dateFunctions = new Set(["today", "date"]);
const isDate = (expression: Expression): boolean =>
  (expression.is === "call" && dateFunctions.has(expression.name)) ||
  (expression.is === "binary" && (isDate(expression.left) || isDate(expression.right)));

const answeredTexts = (sides: readonly Expression[], form: Form) =>
  sides.flatMap((side) => (side.is === "answer" ? [`${reference(side, form)} != ''`] : []));

function arithmeticText(op: Operator, left: Expression, right: Expression, form: Form): string {
  const level = precedenceOf.get(op) ?? 0;
  return `${operand(left, form, level)} ${op} ${operand(right, form, level + 1)}`;
}

/** Undefined for functions that look nothing up. */
function lookUpText({ name, args }: Expression & { is: "call" }, form: Form): string | undefined {
  const [asked] = args;
  if (name === "position")
    return `position(${(asked?.is === "answer" ? form.pathTo?.(asked.key) : undefined) ?? ".."})`;
  if (name === "lookup") return pulldataText(args, form);
  if (name !== "label" && name !== "attribute" && name !== "indexed-repeat") return undefined;
  const texts = args.map((arg) => toXPath(arg, form));
  if (name === "label") return `jr:choice-name(${texts[0] ?? ""}, '${texts.at(-1) ?? ""}')`;
  return name === "attribute" ? attributeText(args, texts, form) : inRowText(args, texts, form);
}

function inRowText([asked]: readonly Expression[], texts: readonly string[], form: Form): string {
  if (!asked || !isYesNo(asked, form) || asked.is !== "answer") return `indexed-repeat(${texts.join(", ")})`;
  return `(indexed-repeat(${[reference(asked, form), ...texts.slice(1)].join(", ")}) = '${yesNoNames.yes}')`;
}

/** The file beside the form has the code in a column `code`, as in Cairn. */
function pulldataText([list, column, code]: readonly Expression[], form: Form): string {
  const [file = "''", name = "''", value = "''"] = [list, column, code].map((arg) => arg && toXPath(arg, form));
  return `pulldata(${file}, ${name}, 'code', ${value})`;
}

/** Each field has a list of its own, called like it, or like its file. */
function attributeText(args: readonly Expression[], texts: readonly string[], { fieldOf }: Form): string {
  const [asked, name] = [args.at(-2), args.at(-1)];
  const field = asked?.is === "answer" ? fieldOf(asked.key) : undefined;
  const column = name?.is === "text" ? name.value : "";
  const list = field && listOf(field);
  const source = list ? fileName(list) : (field?.key ?? "");
  return `instance('${source}')/root/item[name = ${texts[0] ?? ""}]/${column}`;
}

/** Functions whose arguments may be empty have no equal in ODK, where an empty number is not a number. */
function callText(expression: Expression & { is: "call" }, form: Form): string {
  const { name, args } = expression;
  const lookUp = lookUpText(expression, form);
  if (lookUp !== undefined) return lookUp;
  const list = args.length === 1 && args[0]?.is === "answer" && form.isList?.(args[0].key) ? args[0] : undefined;
  if (list) {
    const isOfRows = form.fieldOf(list.key)?.kind === "group";
    return `${name === "count" && !isOfRows ? "count-non-empty" : name}(${reference(list, form)})`;
  }
  const texts = args.map((arg) => toXPath(arg, form));
  switch (name) {
    case "sum":
      return texts.map((text) => `coalesce(${text}, 0)`).join(" + ");
    case "count":
      return args
        .map((arg) => `if(${arg.is === "answer" ? reference(arg, form) : toXPath(arg, form)} != '', 1, 0)`)
        .join(" + ");
    case "coalesce":
      return texts.reduceRight((rest, text) => `coalesce(${text}, ${rest})`);
    default:
      return `${name}(${texts.join(", ")})`;
  }
}

/** A form doesn't hold its lists; somebody puts the file beside it. This is its name without the ending. */
export const fileName = ({ id, version = 1 }: ListReference): string => `list-${id}-version-${version}`;
