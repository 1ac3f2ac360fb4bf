import type { KeyOf } from "../../texts/keys.ts";
import { type Expression, type Operator, precedenceOf } from "./expression.ts";

/** Writes an expression with as few parentheses as possible; `parseExpression` reads it back. */
export function printExpression(expression: Expression): string {
  switch (expression.is) {
    case "number":
      return printNumber(expression.value);
    case "text":
      return printText(expression.value);
    case "answer":
      return `\${${expression.key}}`;
    case "column":
      return expression.name;
    case "own":
      return ".";
    case "negative":
      return `-${printIn(expression.of, unaryLevel)}`;
    case "call":
      return `${expression.name}(${expression.args.map(printExpression).join(", ")})`;
    case "binary": {
      const level = precedenceOf.get(expression.op) ?? 0;
      return `${printIn(expression.left, level)} ${expression.op} ${printIn(expression.right, level + 1)}`;
    }
  }
}

/** Binds more tightly than all binary operators. */
const unaryLevel = 6;

function printIn(expression: Expression, level: number): string {
  const own = expression.is === "binary" ? (precedenceOf.get(expression.op) ?? 0) : unaryLevel;
  return own < level ? `(${printExpression(expression)})` : printExpression(expression);
}

/** A text has no escapes, so it can't contain both kinds of quotes; `concat` joins such texts. */
function printText(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  return `concat(${text
    .split(/(')/)
    .filter((part) => part !== "")
    .map((part) => (part === "'" ? `"'"` : `'${part}'`))
    .join(", ")})`;
}

/** Formats a number without an exponent. */
export function printNumber(value: number): string {
  const [, sign = "", whole = "0", fraction = "", exponent] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const shift = Number(exponent);
  const digits = whole + fraction;
  if (shift >= 0) return sign + digits.padEnd(whole.length + shift, "0");
  return `${sign}0.${"0".repeat(-shift - whole.length)}${digits}`;
}

type Words = {
  t: (key: KeyOf<"editor">, values?: Record<string, string>) => string;
  /** The label of a field. */
  nameOf: (key: string) => string;
  /** The label of a field's option. */
  optionOf: (key: string, value: string) => string;
};

/** Says what an expression means: `Depth is more than 10 and Ground includes Mud`. */
export function wordsOf(expression: Expression, words: Words): string {
  const { t, nameOf } = words;
  switch (expression.is) {
    case "number":
      return printNumber(expression.value);
    case "text":
      return `“${expression.value}”`;
    case "answer":
      return nameOf(expression.key);
    case "column":
      return t("editor.words.column", { name: expression.name });
    case "own":
      return t("editor.words.own");
    case "negative":
      return t("editor.words.negative", { of: inner(expression.of, precedenceOf.size, words) });
    case "binary":
      return binaryWords(expression, words);
    case "call":
      return callWords(expression, words);
  }
}

const operatorKeys = {
  or: "editor.words.or",
  and: "editor.words.and",
  "=": "editor.words.eq",
  "!=": "editor.words.ne",
  "<": "editor.words.lt",
  "<=": "editor.words.le",
  ">": "editor.words.gt",
  ">=": "editor.words.ge",
  "+": "editor.words.plus",
  "-": "editor.words.minus",
  "*": "editor.words.times",
  div: "editor.words.div",
  mod: "editor.words.mod",
} as const satisfies Record<Operator, KeyOf<"editor">>;

function binaryWords({ op, left, right }: Expression & { is: "binary" }, words: Words): string {
  const { t } = words;
  if ((op === "=" || op === "!=") && right.is === "text" && right.value === "") {
    const key = op === "=" ? "editor.words.empty" : "editor.words.answered";
    return t(key, { left: wordsOf(left, words) });
  }
  const level = precedenceOf.get(op) ?? 0;
  return t(operatorKeys[op], {
    left: optionWords(right, left, words) ?? inner(left, level, words),
    right: optionWords(left, right, words) ?? inner(right, level + 1, words),
  });
}

/** In parentheses if it binds less tightly. */
function inner(expression: Expression, level: number, words: Words): string {
  const text = wordsOf(expression, words);
  return expression.is === "binary" && (precedenceOf.get(expression.op) ?? 0) < level ? `(${text})` : text;
}

/** The label of an option that an answer is compared with. */
function optionWords(answer: Expression, option: Expression, { optionOf }: Words): string | undefined {
  return answer.is === "answer" && option.is === "text" ? optionOf(answer.key, option.value) : undefined;
}

/** Functions of one argument or list. */
const listKeys: Readonly<Record<string, KeyOf<"editor">>> = {
  not: "editor.words.not",
  once: "editor.words.once",
  coalesce: "editor.words.coalesce",
  count: "editor.words.count",
  sum: "editor.words.sum",
  min: "editor.words.min",
  max: "editor.words.max",
  "count-selected": "editor.words.countSelected",
  distance: "editor.words.distance",
  area: "editor.words.area",
};
/** What functions say that ask the form. */
function lookUpWords(
  name: string,
  [first, second, third]: readonly Expression[],
  [a = "", b = "", c = ""]: readonly string[],
  words: Words,
): string | undefined {
  const { t } = words;
  switch (name) {
    case "label":
      if (!first || !second) return t("editor.words.label", { answer: a });
      return t("editor.words.labelOf", { option: optionWords(second, first, words) ?? a, answer: b });
    case "attribute":
      if (!first || !second || !third) return t("editor.words.attribute", { answer: a, name: b });
      return t("editor.words.attributeOf", { option: optionWords(second, first, words) ?? a, answer: b, name: c });
    case "lookup":
      return t("editor.words.lookup", { column: b, list: a, code: c });
    case "position":
      return t("editor.words.rowNumber", { group: a });
    case "indexed-repeat":
      return t("editor.words.inRow", { answer: a, group: b, number: c });
    default:
      return undefined;
  }
}

const constantKeys: Readonly<Record<string, KeyOf<"editor">>> = {
  true: "editor.value.yes",
  false: "editor.value.no",
  today: "editor.words.today",
  now: "editor.words.now",
};

function callWords({ name, args }: Expression & { is: "call" }, words: Words): string {
  const { t } = words;
  const [first, second] = args;
  const constant = constantKeys[name];
  if (constant && !first) return t(constant);
  const said = args.map((arg) => wordsOf(arg, words));
  const [a = "", b = "", c = ""] = said;
  if (name === "if") return t("editor.words.if", { condition: a, yes: b, no: c });
  if (name === "selected" && first && second) {
    return t("editor.words.selected", { left: a, right: optionWords(first, second, words) ?? b });
  }
  const looked = lookUpWords(name, args, said, words);
  if (looked !== undefined) return looked;
  const list = said.join(", ");
  const key = listKeys[name];
  return key ? t(key, { list }) : `${name}(${list})`;
}
