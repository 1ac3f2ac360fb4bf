import { partsOf } from "../expressions/expression.ts";
import type { NamedList } from "../field.ts";
import { readExpression } from "../field-expressions.ts";
import { isListName, unchosenList } from "../lists/list-limits.ts";

type LookedUpFile = { file: string; key: string };

/**
 * Files beside a form that its expressions look things up in. Each becomes a list of the protocol, which somebody chooses
 * in the editor; a file with several key columns becomes several, because a list has one code.
 */
export class NamedLists {
  readonly #files = new Map<string, LookedUpFile>();

  /** The name of a file's list; undefined if the file can't be named so. */
  nameFor(file: string, key: string): string | undefined {
    const taken = this.#files.get(file);
    const name = taken && taken.key !== key ? `${file} ${key}` : file;
    if (!isListName(name)) return undefined;
    if (!this.#files.has(name)) this.#files.set(name, { file, key });
    return name;
  }

  fileOf(name: string): LookedUpFile | undefined {
    return this.#files.get(name);
  }
}

/** The names of the lists that an expression looks things up in. */
export function listNamesIn(text: string): string[] {
  const expression = readExpression(text);
  return [...(expression ? partsOf(expression) : [])].flatMap((part) => {
    const list = part.is === "call" && part.name === "lookup" ? part.args[0] : undefined;
    return list?.is === "text" ? [list.value] : [];
  });
}

export const unchosen = (name: string): NamedList => ({ name, id: unchosenList });
