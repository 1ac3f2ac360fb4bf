import type { LookedUpOption } from "../../../protocol/expressions/lookups.ts";
import type { ListReference } from "../../../protocol/field.ts";
import { type FindItem, lookedUp } from "../../../protocol/lists/choice-columns.ts";
import { unchosenList } from "../../../protocol/lists/list-limits.ts";
import { findInList, keepList } from "../../foundation/lists/ask-list.ts";

type Wanted = { list: ListReference; codes: Set<string> };

const nameOf = ({ id, version }: ListReference) => `${id}/${version}`;

/** The items that a form's expressions look up, from this phone's copies of lists once they ask for them. */
export class LookedUpItems {
  /** By list, then by code; undefined if the list has no such code. */
  readonly #known = new Map<string, Map<string, LookedUpOption | undefined>>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #lists: readonly ListReference[];
  readonly #onChange: () => void;
  /** A list is neither on this phone nor reachable. */
  isMissing = false;

  /**
   * @param lists to keep for use offline
   * @param onChange is called when there are more items, or none can be found
   */
  constructor(lists: readonly ListReference[], onChange: () => void) {
    this.#lists = lists.filter(({ id }) => id !== unchosenList);
    this.#onChange = onChange;
    addEventListener("online", this.keep);
    void this.keep();
  }

  stop(): void {
    removeEventListener("online", this.keep);
  }

  readonly find: FindItem = (list, code) => {
    const name = nameOf(list);
    const known = this.#known.get(name);
    if (known?.has(code) || list.id === unchosenList) return known?.get(code);
    // All that one reading of the form asks for is fetched together.
    if (this.#wanted.size === 0) queueMicrotask(() => void this.#fetchWanted());
    this.#want(list, code);
    return undefined;
  };

  /** Keeps the lists on this phone, and asks again for what was missing. */
  readonly keep = async (): Promise<void> => {
    await this.#unlessMissing(async () => {
      for (const list of this.#lists) await keepList(list);
    });
    await this.#fetchWanted();
  };

  #want(list: ListReference, code: string): void {
    const wanted = this.#wanted.get(nameOf(list)) ?? { list, codes: new Set() };
    this.#wanted.set(nameOf(list), wanted);
    wanted.codes.add(code);
  }

  async #fetchWanted(): Promise<void> {
    const wanted = [...this.#wanted.values()];
    this.#wanted.clear();
    await Promise.all(wanted.map((each) => this.#unlessMissing(() => this.#fetch(each), each)));
  }

  async #fetch({ list, codes }: Wanted): Promise<void> {
    const found = new Map((await findInList(list, [...codes], undefined)).map(({ item }) => [item.code, item]));
    const known = this.#known.get(nameOf(list)) ?? new Map<string, LookedUpOption | undefined>();
    this.#known.set(nameOf(list), known);
    for (const code of codes) {
      const item = found.get(code);
      known.set(code, item && lookedUp(item));
    }
    this.#changed(false);
  }

  /** @param wanted what is asked for again when the list may be there */
  async #unlessMissing(ask: () => Promise<void>, wanted?: Wanted): Promise<void> {
    try {
      await ask();
      if (!wanted && this.isMissing) this.#changed(false);
    } catch {
      if (wanted) for (const code of wanted.codes) this.#want(wanted.list, code);
      if (!this.isMissing) this.#changed(true);
    }
  }

  #changed(isMissing: boolean): void {
    this.isMissing = isMissing;
    this.#onChange();
  }
}
