import type { Expression } from "./expression.ts";

/** Which answers are one option, whose value may have blanks. */
export type KnownOptions = {
  isOneOption?: ((key: string) => boolean) | undefined;
  /** The same of `.`. */
  isOwnOneOption?: boolean | undefined;
};

/**
 * Whether the text that an expression gives is the value of one option. Other texts have options separated by blanks. A
 * written text beside a choice, as in `if(${other}, 'none', ${tree})`, is one as well.
 */
export function givesOneOption(expression: Expression, known: KnownOptions): boolean {
  if (expression.is === "answer") return known.isOneOption?.(expression.key) === true;
  if (expression.is === "own") return known.isOwnOneOption === true;
  if (expression.is !== "call") return false;
  const { name, args } = expression;
  if (name === "selected-at") return true;
  const passed = passedOn[name]?.(args) ?? [];
  const others = passed.filter(({ is }) => is !== "text");
  return others.length > 0 && others.every((each) => givesOneOption(each, known));
}

/** Functions that give one of their arguments as it is. */
const passedOn: Readonly<Record<string, (args: readonly Expression[]) => readonly Expression[]>> = {
  if: (args) => args.slice(1),
  coalesce: (args) => args,
  once: (args) => args,
  string: (args) => args,
  "indexed-repeat": (args) => args.slice(0, 1),
};
