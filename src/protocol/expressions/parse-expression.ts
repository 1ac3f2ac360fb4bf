import { onceForText } from "../once-for.ts";
import {
  type Expression,
  type ExpressionFault,
  expressionDepthMax,
  expressionLengthMax,
  expressionNodesMax,
  makeFault,
  type Operator,
  precedenceOf,
} from "./expression.ts";

export type ParsedExpression = { expression: Expression } | { fault: ExpressionFault };

/** Parses an expression; known texts are parsed once. */
export const parseExpression = onceForText((text): ParsedExpression => {
  if (text.length > expressionLengthMax) {
    return faultAt(expressionLengthMax, "validation.expression.tooLong", { max: String(expressionLengthMax) });
  }
  try {
    return { expression: new Parser(tokenize(text), text.length).whole() };
  } catch (error) {
    if (error instanceof ExpressionError) return { fault: error.fault };
    throw error;
  }
});

class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  constructor(readonly fault: ExpressionFault) {
    super(`${fault.text} at ${fault.at}`);
  }
}

const faultAt = (...fault: Parameters<typeof makeFault>) => ({ fault: makeFault(...fault) });

type Token = { type: "text" | "number" | "answer" | "name" | "sign"; text: string; at: number };

const tokens =
  /\s+|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<number>\d+(?:\.\d*)?|\.\d+)|\$\{\s*(?<answer>[^{}\s]+)\s*\}|(?<name>[\p{L}_][\p{L}\p{N}_-]*(?::[A-Za-z_][\w-]*)?)|(?<sign>!=|<=|>=|[=<>+*/\-(),.])/uy;

function tokenize(text: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const at = tokens.lastIndex;
    const groups = tokens.exec(text)?.groups;
    if (!groups) throw new ExpressionError(makeFault(at, "validation.expression.character"));
    const { double, single, number, answer, name, sign } = groups;
    const words = double ?? single;
    if (words !== undefined) found.push({ type: "text", text: words, at });
    else if (number !== undefined) found.push({ type: "number", text: number, at });
    else if (answer !== undefined) found.push({ type: "answer", text: answer, at });
    else if (name !== undefined) found.push({ type: "name", text: name, at });
    else if (sign !== undefined) found.push({ type: "sign", text: sign === "/" ? "div" : sign, at });
  }
  return found;
}

/** A Pratt parser. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;
  #nodes = 0;

  constructor(found: readonly Token[], end: number) {
    this.#tokens = found;
    this.#end = end;
  }

  whole(): Expression {
    const expression = this.#expression(0);
    const rest = this.#tokens[this.#next];
    if (rest) this.#fail(rest.at, "validation.expression.operator");
    return expression;
  }

  /** An operand, and the operators after it that bind at least as tightly as `level`. */
  #expression(level: number): Expression {
    let left = this.#operand();
    for (;;) {
      const token = this.#tokens[this.#next];
      const precedence = token && (token.type === "sign" || token.type === "name") && precedenceOf.get(token.text);
      if (!token || typeof precedence !== "number" || precedence < level) return left;
      this.#next += 1;
      const right = this.#expression(precedence + 1);
      left = this.#node({ is: "binary", op: token.text as Operator, left, right, at: left.at });
    }
  }

  #operand(): Expression {
    const token = this.#tokens[this.#next];
    if (!token) this.#fail(this.#end, "validation.expression.operand");
    const { type, text, at } = token;
    this.#next += 1;
    if (type === "text") return this.#node({ is: "text", value: text, at });
    if (type === "number") return this.#number(text, at);
    if (type === "answer") return this.#node({ is: "answer", key: text, at });
    if (type === "name") return this.#named(text, at);
    if (text === ".") return this.#node({ is: "own", at });
    if (text === "-") return this.#node({ is: "negative", of: this.#deeper(() => this.#operand(), at), at });
    if (text !== "(") this.#fail(at, "validation.expression.operand");
    const inner = this.#deeper(() => this.#expression(0), at);
    this.#require(")");
    return inner;
  }

  #number(text: string, at: number): Expression {
    const value = Number(text);
    if (!Number.isFinite(value)) this.#fail(at, "validation.expression.wants.number");
    return this.#node({ is: "number", value, at });
  }

  /** A call, or a column. */
  #named(name: string, at: number): Expression {
    const next = this.#tokens[this.#next];
    if (next?.type !== "sign" || next.text !== "(") {
      if (precedenceOf.has(name)) this.#fail(at, "validation.expression.operand");
      return this.#node({ is: "column", name, at });
    }
    this.#next += 1;
    const args: Expression[] = [];
    if (this.#take(")")) return this.#node({ is: "call", name, args, at });
    do args.push(this.#deeper(() => this.#expression(0), at));
    while (this.#take(","));
    this.#require(")");
    return this.#node({ is: "call", name, args, at });
  }

  #node(node: Expression): Expression {
    this.#nodes += 1;
    if (this.#nodes > expressionNodesMax) this.#fail(node.at, "validation.expression.tooLarge");
    return node;
  }

  #deeper(read: () => Expression, at: number): Expression {
    this.#depth += 1;
    if (this.#depth > expressionDepthMax) this.#fail(at, "validation.expression.tooDeep");
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #take(sign: string): boolean {
    const token = this.#tokens[this.#next];
    if (token?.type !== "sign" || token.text !== sign) return false;
    this.#next += 1;
    return true;
  }

  #require(sign: string): void {
    if (!this.#take(sign)) {
      this.#fail(this.#tokens[this.#next]?.at ?? this.#end, "validation.expression.missing", { sign });
    }
  }

  #fail(at: number, text: ExpressionFault["text"], values?: ExpressionFault["values"]): never {
    throw new ExpressionError(makeFault(at, text, values));
  }
}
