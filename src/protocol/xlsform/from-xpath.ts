import { type Expression, expressionLengthMax, type Operator } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import type { Field } from "../field.ts";
import { attributeName } from "../lists/list-columns.ts";
import { isDay } from "../moments.ts";
import { readYesNo } from "./cells.ts";

/** `yesNo` maps its options to yes and no, if they mean that. */
export type AskedField = {
  field: Field;
  yesNo?: Readonly<Record<string, boolean>> | undefined;
  /** Name of the list of its choices. */
  list?: string | undefined;
};

/** What a name in a form stands for. */
export type Named = AskedField | AlwaysEmpty | VolunteersName;
/** A row without a value of its own, such as a note. */
export type AlwaysEmpty = { isEmpty: true };

/** The volunteer's username, which only texts can show. */
export type VolunteersName = { isVolunteer: true };

/** Finds a field by its name or path in the form. */
export type FindNamed = (name: string) => Named | undefined;

export type XPathForm = {
  find: FindNamed;
  /** A question with the choices of a list. */
  questionOf?: ((list: string) => Field | undefined) | undefined;
  /** Whether the form itself has a list of choices with this name. */
  hasChoices?: ((list: string) => boolean) | undefined;
  /** The name of the list that a file beside the form becomes. */
  nameList?: ((file: string, key: string) => string | undefined) | undefined;
  /** The field of a constraint, for `.`. */
  own?: AskedField | undefined;
};

/**
 * Parses XPath; answers are still named as in the form, paths such as `../size/width` included. Curly quotes are
 * straightened and entities decoded if it can't be read otherwise. A mere `yes` or `FALSE` is a condition.
 */
export function parseXPath(written: string): Expression | undefined {
  const yesNo = readYesNo(written.trim());
  if (yesNo !== undefined) return { is: "call", name: String(yesNo), args: [], at: 0 };
  const parsed = parseExpression(withNamedPaths(written));
  if ("expression" in parsed) return parsed.expression;
  const plain = written
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/&(lt|gt|amp);/g, (entity, name: string) => entities[name] ?? entity);
  const straight = parseExpression(withNamedPaths(plain));
  return "expression" in straight ? straight.expression : undefined;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&" };

/** Texts and references, which stay, or a path: `../width`, `current()/../width`, `/data/size/width`. */
const paths =
  /"[^"]*"|'[^']*'|\$\{[^{}]*\}|(?<![\w)}\]/.]|[\w.-]-)(?:current\(\)\/)?(?<path>(?:\.\.?|(?=\/[A-Za-z_][\w.-]*\/))(?:\/(?:\.\.|[A-Za-z_][\w.-]*))+)(?![\w(/[])/g;

/** The group of `position(..)` is named by its path. */
const rowNumbers = /\bposition\(\s*(\.\.(?:\/\.\.)*)\s*\)/g;
/** `instance('regions')/root/item[name = ${region}]/people` */
const lookUps =
  /\binstance\((?<list>'[^']*'|"[^"]*")\)\/root\/item\[\s*(?<column>[\w.-]+)\s*=(?<value>[^[\]]*)\]\/(?<name>[\w.-]+)/g;

const withNamedPaths = (written: string): string =>
  written.length > expressionLengthMax
    ? written
    : written
        .replace(rowNumbers, "position('$1')")
        .replace(lookUps, "item-in($<list>, '$<name>', '$<column>', $<value>)")
        .replace(paths, (text, path?: string) => (path === undefined ? text : `\${${path}}`));

/** Parsed XPath as an expression, or the name that no field has. */
type Translated = { expression: Expression } | { unknownName: string };

/**
 * Translates parsed XPath: names become keys, options that mean yes or no become yes or no, and `!=`, which is also true
 * for an unanswered question in XPath, becomes `not(… = …)`.
 */
export function translateXPath(parsed: Expression, form: XPathForm): Translated {
  try {
    return { expression: translate(parsed, form) };
  } catch (error) {
    if (error instanceof UnknownName) return { unknownName: error.fieldName };
    throw error;
  }
}

/** Undefined for what isn't an expression, or has an unknown name. */
export function fromXPath(parsed: Expression | undefined, form: XPathForm): Expression | undefined {
  const translated = parsed && translateXPath(parsed, form);
  return translated && "expression" in translated ? translated.expression : undefined;
}

class UnknownName extends Error {
  override readonly name = "UnknownName";
  constructor(readonly fieldName: string) {
    super(`no field ${fieldName}`);
  }
}

function translate(expression: Expression, form: XPathForm): Expression {
  switch (expression.is) {
    case "answer": {
      const asked = form.find(expression.key);
      if (!asked || "isVolunteer" in asked) throw new UnknownName(expression.key);
      if ("isEmpty" in asked) return { is: "text", value: "", at: expression.at };
      return { ...expression, key: asked.field.key };
    }
    case "column":
      // a node that doesn't exist; forms mean an empty value by it
      return /^null$/i.test(expression.name) ? { is: "text", value: "", at: expression.at } : expression;
    case "negative":
      return { ...expression, of: translate(expression.of, form) };
    case "binary":
      return translateBinary(expression, form);
    case "call":
      return translateCall(expression, form);
    default:
      return expression;
  }
}

function translateBinary(expression: Expression & { is: "binary" }, form: XPathForm): Expression {
  const { op, left, right, at } = expression;
  if (op !== "=" && op !== "!=" && op !== "<" && op !== "<=" && op !== ">" && op !== ">=") {
    return { ...expression, left: translate(left, form), right: translate(right, form) };
  }
  const compared: Expression = { is: "binary", op, at, ...sidesOf(left, right, form) };
  const isForAnswer = [left, right].some((side) => side.is === "text" && side.value === "");
  if (op !== "!=" || isForAnswer) return compared;
  return { is: "call", name: "not", args: [{ ...compared, op: "=" }], at };
}

/** Literals get the type of the answer that they are compared with. */
function sidesOf(left: Expression, right: Expression, form: XPathForm): { left: Expression; right: Expression } {
  return { left: fitted(left, right, form), right: fitted(right, left, form) };
}

function fitted(side: Expression, other: Expression, form: XPathForm): Expression {
  const asked = askedBy(other, form);
  const day = other.is === "answer" && asked?.field.kind === "date" ? writtenDay(side) : undefined;
  if (day) return day;
  const value = writtenValue(side);
  if (!asked || value === undefined) return translate(side, form);
  const { field, yesNo } = asked;
  const { at } = side;
  if (value === "") return side;
  if (field.kind === "yes_no" && yesNo && Object.hasOwn(yesNo, String(value))) {
    return { is: "call", name: String(yesNo[String(value)]), args: [], at };
  }
  if (isNumeric(field) && typeof value === "string" && Number.isFinite(Number(value))) {
    return Number(value) < 0
      ? { is: "negative", of: { is: "number", value: -Number(value), at }, at }
      : { is: "number", value: Number(value), at };
  }
  const isText =
    field.kind === "choice" || field.kind === "choices" || field.kind === "text" || field.kind === "barcode";
  return isText && typeof value === "number" ? { is: "text", value: String(value), at } : side;
}

/** `date('2026-11-24')`, which beside the answer of a date is its text. */
function writtenDay(side: Expression): Expression | undefined {
  const [text, ...others] = side.is === "call" && side.name === "date" ? side.args : [];
  return text?.is === "text" && isDay(text.value) && others.length === 0 ? text : undefined;
}

const isNumeric = ({ kind }: Field) => kind === "number" || kind === "integer";

/** A text or number as it is written. */
function writtenValue(expression: Expression): string | number | undefined {
  if (expression.is === "text" || expression.is === "number") return expression.value;
  return expression.is === "negative" && expression.of.is === "number" ? -expression.of.value : undefined;
}

function askedBy(expression: Expression, { find, own }: XPathForm): AskedField | undefined {
  if (expression.is === "own") return own;
  const asked = expression.is === "answer" ? find(expression.key) : undefined;
  return asked && "field" in asked ? asked : undefined;
}

/** ODK's `coalesce` takes two values: a third one is that of another `coalesce`. */
function flattened(args: readonly Expression[]): readonly Expression[] {
  const last = args.at(-1);
  return last?.is === "call" && last.name === "coalesce" ? [...args.slice(0, -1), ...last.args] : args;
}

/** Functions of other programs in ours; `add-date` adds years, months and days. */
function inOurFunctions(expression: Expression & { is: "call" }): Expression {
  const { args, at } = expression;
  const name = expression.name.replace(/^cht:/, "");
  const [from, to, third, days] = args;
  const number = (value: number): Expression => ({ is: "number", value, at });
  const binary = (op: Operator, left: Expression, right: Expression): Expression => ({
    is: "binary",
    op,
    left,
    right,
    at,
  });
  const call = (called: string, ...of: Expression[]): Expression => ({ is: "call", name: called, args: of, at });
  if (!from || !to) return { ...expression, name };
  const months = call("difference-in-months", from, to);
  switch (name) {
    case "difference-in-days":
      return call("int", binary("-", call("date", to), call("date", from)));
    case "difference-in-weeks":
      return call("int", binary("div", binary("-", call("date", to), call("date", from)), number(7)));
    case "difference-in-years":
      return call("int", binary("div", months, number(12)));
    case "add-date": {
      const added = call(
        "add-months",
        call("date", from),
        binary("+", binary("*", to, number(12)), third ?? number(0)),
      );
      return days ? binary("+", added, days) : added;
    }
    default:
      return { ...expression, name };
  }
}

type Call = Expression & { is: "call" };

const textIn = (arg: Expression | undefined): string => (arg?.is === "text" ? arg.value : "");
const callOf = (name: string, args: readonly Expression[], at: number): Expression => ({ is: "call", name, args, at });

/** Functions that look something up; undefined for others, and for what can't be looked up. */
function lookedUp(call: Call, form: XPathForm): Expression | undefined {
  const [first] = call.args;
  switch (call.name) {
    case "position":
      return rowNumber(call, form);
    case "jr:choice-name":
      return choiceName(call, form);
    case "jr:itext":
      return first?.is === "call" && textIn(first.args[1]) === "itextId" ? lookedUp(first, form) : undefined;
    case "pulldata":
    case "item-in":
      return columnOfList(call, form);
    default:
      return undefined;
  }
}

/** `position('../..')` */
function rowNumber({ name, args: [path], at }: Call, { find }: XPathForm): Expression | undefined {
  const group = path?.is === "text" ? find(`${path.value}/.`) : undefined;
  return group && "field" in group ? callOf(name, [{ is: "answer", key: group.field.key, at }], at) : undefined;
}

/** `jr:choice-name(${ground}, '${ground}')` */
function choiceName({ args: [value, written], at }: Call, form: XPathForm): Expression | undefined {
  const [, key] = /^\s*\$\{\s*([^{}\s]+)\s*\}\s*$/.exec(textIn(written)) ?? [];
  if (!value || key === undefined) return undefined;
  const question = translate({ is: "answer", key, at }, form);
  const isOwn = value.is === "answer" && value.key === key;
  return callOf("label", isOwn ? [question] : [translate(value, form), question], at);
}

/** `pulldata('regions', 'people', 'name', ${region})`, of the choices of a question or of a file beside the form. */
function columnOfList(call: Call, form: XPathForm): Expression | undefined {
  const {
    args: [list, column, key, value],
    at,
  } = call;
  if (!value) return undefined;
  const name = textIn(list).replace(/\.csv$/i, "");
  const isOwn = askedBy(value, form)?.list === name;
  const question = isOwn ? undefined : form.questionOf?.(name);
  if ((!isOwn && !question) || textIn(key) !== "name") {
    // `pulldata` reads a file, even if the form's own choices have its name
    const isOfForm = call.name === "item-in" && form.hasChoices?.(name) === true;
    return isOfForm ? undefined : columnOfFile(call, name, form);
  }
  const translated = translate(value, form);
  const option: Expression[] = question ? [translated, { is: "answer", key: question.key, at }] : [translated];
  const wanted = textIn(column);
  if (wanted === "name") return translated;
  if (wanted === "label" || wanted === "itextId") return callOf("label", option, at);
  return callOf("attribute", [...option, { is: "text", value: wanted, at }], at);
}

/** The key column becomes the list's code. */
function columnOfFile({ args, at }: Call, file: string, form: XPathForm): Expression | undefined {
  const [column, key] = [textIn(args[1]), textIn(args[2])];
  const [value] = args.slice(3);
  const wanted = column === key ? "code" : attributeName(column);
  const name = key === "" || wanted === "" || !value ? undefined : form.nameList?.(file, key);
  if (name === undefined || !value) return undefined;
  const text = (written: string): Expression => ({ is: "text", value: written, at });
  return callOf("lookup", [text(name), text(wanted), translate(value, form)], at);
}

/** `coalesce(., …)` in a calculation, which keeps its first result. */
function keptResult({ name, args: [own, result, ...others], at }: Expression & { is: "call" }, form: XPathForm) {
  const isKept = name === "coalesce" && own?.is === "own" && !form.own && result && others.length === 0;
  return isKept ? { is: "call" as const, name: "once", args: [translate(result, form)], at } : undefined;
}

function translateCall(written: Expression & { is: "call" }, form: XPathForm): Expression {
  const found = lookedUp(written, form) ?? keptResult(written, form);
  if (found) return found;
  const expression = inOurFunctions(written);
  if (expression.is !== "call" || expression.name !== written.name) return translate(expression, form);
  const { name, args, at } = expression;
  const [first, second] = args;
  if (name !== "selected" || !first || !second || args.length > 2) {
    // in ODK, `count` is of nodes
    const ownName = name === "count-non-empty" ? "count" : name;
    const translated = args.map((arg) => translate(arg, form));
    return { ...expression, name: ownName, args: name === "coalesce" ? flattened(translated) : translated };
  }
  const field = askedBy(first, form)?.field;
  if (field && (field.kind === "yes_no" || isNumeric(field))) {
    return translateBinary({ is: "binary", op: "=", left: first, right: second, at }, form);
  }
  return { ...expression, args: [translate(first, form), fitted(second, first, form)] };
}
