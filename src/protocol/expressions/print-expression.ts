import { type Expression, precedenceOf } from "./expression.ts";

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
