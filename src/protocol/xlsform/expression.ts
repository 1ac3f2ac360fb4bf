/** The XPath of `relevant` and `constraint`: `. >= 0 and selected(${site}, 'shore')`. */

export type Expression =
  | { kind: "text"; value: string }
  | { kind: "number"; value: number }
  /** `${name}` */
  | { kind: "reference"; name: string }
  /** `.` */
  | { kind: "self" }
  | { kind: "call"; name: string; args: readonly Expression[] }
  | { kind: "binary"; op: string; left: Expression; right: Expression };

/** Limits beyond any expression that a protocol could represent. */
const lengthMax = 5_000;
const depthMax = 50;

type Token = { type: "text" | "number" | "reference" | "name" | "sign"; text: string };

const tokens =
  /\s+|(?<text>"[^"]*"|'[^']*')|(?<number>\d+(?:\.\d*)?|\.\d+)|\$\{\s*(?<reference>[^{}\s]+)\s*\}|(?<name>[A-Za-z_][\w-]*(?::[A-Za-z_][\w-]*)?)|(?<sign>!=|<=|>=|[=<>+*\-(),.])/y;

/** Undefined for invalid expressions, or for ones beyond conditions and literals. */
export function parseExpression(text: string): Expression | undefined {
  if (text.length > lengthMax) return undefined;
  return parse(text) ?? parse(text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"'));
}

function parse(text: string): Expression | undefined {
  const found = tokenize(text);
  if (!found) return undefined;
  try {
    return new Parser(found).whole();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function tokenize(text: string): Token[] | undefined {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const match = tokens.exec(text);
    if (!match) return undefined;
    const [type, value] = Object.entries(match.groups ?? {}).find(([, each]) => each !== undefined) ?? [];
    if (type !== undefined && value !== undefined) found.push({ type: type as Token["type"], text: value });
  }
  return found;
}

/** From lowest to highest precedence. */
const levels: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "div", "mod"],
];

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(found: readonly Token[]) {
    this.#tokens = found;
  }

  whole(): Expression {
    const expression = this.#binary(0);
    if (this.#next < this.#tokens.length) throw new SyntaxError("something follows");
    return expression;
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (let op = this.#take(operators); op !== undefined; op = this.#take(operators)) {
      left = { kind: "binary", op, left, right: this.#binary(level + 1) };
    }
    return left;
  }

  #unary(): Expression {
    if (this.#take(["-"]) === undefined) return this.#primary();
    const operand = this.#primary();
    if (operand.kind !== "number") throw new SyntaxError("only numbers are negative");
    return { kind: "number", value: -operand.value };
  }

  #primary(): Expression {
    const token = this.#tokens[this.#next];
    this.#next += 1;
    if (token?.type === "text") return { kind: "text", value: token.text.slice(1, -1) };
    if (token?.type === "number") return { kind: "number", value: Number(token.text) };
    if (token?.type === "reference") return { kind: "reference", name: token.text };
    if (token?.type === "name") return { kind: "call", name: token.text, args: this.#args() };
    if (token?.text === ".") return { kind: "self" };
    if (token?.text !== "(") throw new SyntaxError("no operand");
    const inner = this.#deeper(() => this.#binary(0));
    this.#require(")");
    return inner;
  }

  #args(): Expression[] {
    this.#require("(");
    const args: Expression[] = [];
    if (this.#take([")"]) !== undefined) return args;
    do args.push(this.#deeper(() => this.#binary(0)));
    while (this.#take([","]) !== undefined);
    this.#require(")");
    return args;
  }

  #deeper<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > depthMax) throw new SyntaxError("too deep");
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Consumes the next token if it is one of `wanted`. */
  #take(wanted: readonly string[]): string | undefined {
    const token = this.#tokens[this.#next];
    if (!token || (token.type !== "sign" && token.type !== "name") || !wanted.includes(token.text)) return undefined;
    this.#next += 1;
    return token.text;
  }

  #require(sign: string): void {
    if (this.#take([sign]) === undefined) throw new SyntaxError(`${sign} is missing`);
  }
}

/** Splits an expression at its top-level `and`s. */
export function conjunctsOf(expression: Expression): Expression[] {
  const isJoined = expression.kind === "binary" && expression.op === "and";
  return isJoined ? [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)] : [expression];
}

/** A number, text, `date('…')` or `concat('…', …)` of texts; undefined for anything that isn't constant. */
export function literalOf(expression: Expression): string | number | boolean | undefined {
  if (expression.kind === "text" || expression.kind === "number") return expression.value;
  if (expression.kind !== "call") return undefined;
  const { name, args } = expression;
  if (args.length === 0 && (name === "true" || name === "false")) return name === "true";
  const texts = args.map(literalOf);
  if (name === "date" && texts.length === 1) return typeof texts[0] === "string" ? texts[0] : undefined;
  if (name !== "concat" || texts.some((text) => typeof text !== "string")) return undefined;
  return texts.join("");
}

export type Comparison = {
  left: Expression;
  op: "=" | "!=" | "<" | "<=" | ">" | ">=";
  literal: string | number | boolean;
};

const flipped = { "=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

/** A comparison with a literal, which is moved to the right side. */
export function comparisonOf(expression: Expression): Comparison | undefined {
  if (expression.kind !== "binary" || !Object.hasOwn(flipped, expression.op)) return undefined;
  const op = expression.op as Comparison["op"];
  const right = literalOf(expression.right);
  if (right !== undefined) return { left: expression.left, op, literal: right };
  const left = literalOf(expression.left);
  return left === undefined ? undefined : { left: expression.right, op: flipped[op], literal: left };
}
