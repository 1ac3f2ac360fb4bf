import { isKey } from "../key.ts";
import { keyLengthMax } from "../protocol-limits.ts";
import { isReservedKey } from "../reserved-keys.ts";
import { uniqueName } from "../unique-name.ts";

/** XLSForm names follow XML's rules. */
const name = /^[\p{L}_][\p{L}\p{M}\p{N}_.·-]*$/u;

export function isName(text: string): boolean {
  return name.test(text);
}

/** The name itself if it can be a key and is not in `taken`; otherwise a similar one: `site.élan` → `site_elan`. */
export function keyFor(text: string, taken: ReadonlySet<string>): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^[^A-Za-z_]+/, "");
  const words = plain.split("_").filter((word) => word !== "");
  const key = (isKey(text) ? text : words.join("_") || "field").slice(0, keyLengthMax);
  return uniqueName(key, (each) => isReservedKey(each) || taken.has(each));
}

/** A place in a form: the names of groups, then possibly of a question. */
type Path = readonly string[];

/** Finds what a form's rows stand for by their names, which are only unique within a group. */
export class NamesInGroups<T> {
  readonly #byName = new Map<string, { groups: Path; value: T }[]>();

  has(name: string, groups: Path): boolean {
    return this.#exactly(name, groups) !== undefined;
  }

  isTaken(name: string): boolean {
    return this.#byName.has(name);
  }

  add(name: string, groups: Path, value: T): void {
    const named = this.#byName.get(name);
    if (named) named.push({ groups, value });
    else this.#byName.set(name, [{ groups, value }]);
  }

  /**
   * @param written a name, or a path such as `../size/width` or `/data/size/width`
   * @param from the question that refers to it: its groups and its name
   */
  find(written: string, from: Path): T | undefined {
    const path = pathOf(written, from);
    if (path) return this.#exactly(path.at(-1) ?? "", path.slice(0, -1));
    const named = this.#byName.get(written) ?? [];
    const nearest = Math.max(...named.map(({ groups }) => sharedLength(groups, from)));
    return named.find(({ groups }) => sharedLength(groups, from) === nearest)?.value;
  }

  /** What alone has a name. */
  findOnly(name: string): T | undefined {
    const [only, ...others] = this.#byName.get(name) ?? [];
    return others.length === 0 ? only?.value : undefined;
  }

  #exactly(name: string, groups: Path): T | undefined {
    const isSame = (each: Path) => each.length === groups.length && sharedLength(each, groups) === each.length;
    return this.#byName.get(name)?.find((each) => isSame(each.groups))?.value;
  }
}

function sharedLength(one: Path, other: Path): number {
  const end = one.findIndex((name, index) => name !== other[index]);
  return end < 0 ? one.length : end;
}

/** An absolute path begins with the form's own name. Undefined for a name. */
function pathOf(written: string, from: Path): Path | undefined {
  const [first = "", ...steps] = written.split("/");
  if (steps.length === 0) return undefined;
  if (first === "") return steps.slice(1);
  const path = [...from];
  for (const step of [first, ...steps]) {
    if (step === "..") path.pop();
    else if (step !== ".") path.push(step);
  }
  return path;
}
