import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { ListReference, NamedList, Protocol } from "../../../protocol/field.ts";
import type { ListItem } from "../../../protocol/lists/list-item.ts";
import { unchosenList } from "../../../protocol/lists/list-limits.ts";
import type { FindItem } from "../../../protocol/lists/look-up.ts";
import { findInList, keepList } from "../../lists/ask-list.ts";
import { makeSignal } from "../../signal.ts";

type Wanted = { list: ListReference; codes: Set<string> };

const nameOf = ({ id, version }: ListReference) => `${id}/${version}`;

/** The items that a form's expressions look up, from this phone's copies of lists once they ask for them. */
export class LookedUpItems {
  /** By list, then by code; undefined if the list has no such code. */
  readonly #known = new Map<string, Map<string, ListItem | undefined>>();
  readonly #wanted = new Map<string, Wanted>();
  readonly #lists: readonly ListReference[];
  readonly #change = makeSignal();
  readonly onChange = this.#change.listen;
  /** Rises when there are more items, or none can be found. */
  revision = 0;
  /** A list is neither on this phone nor reachable. */
  isMissing = false;

  /** @param lists to keep for use offline */
  constructor(lists: readonly ListReference[]) {
    this.#lists = lists.filter(({ id }) => id !== unchosenList);
  }

  readonly find: FindItem = (list, code) => {
    const name = nameOf(list);
    const known = this.#known.get(name);
    if (known?.has(code) || list.id === unchosenList) return known?.get(code);
    const wanted = this.#wanted.get(name) ?? { list, codes: new Set() };
    this.#wanted.set(name, wanted);
    wanted.codes.add(code);
    return undefined;
  };

  /** Keeps the lists on this phone. */
  readonly keep = async (): Promise<void> => {
    await this.#unlessMissing(async () => {
      for (const list of this.#lists) await keepList(list);
    });
    await this.fetchWanted();
  };

  async fetchWanted(): Promise<void> {
    const wanted = [...this.#wanted.values()];
    this.#wanted.clear();
    await Promise.all(wanted.map((each) => this.#unlessMissing(() => this.#fetch(each), each)));
  }

  async #fetch({ list, codes }: Wanted): Promise<void> {
    const found = new Map((await findInList(list, [...codes], undefined)).map(({ item }) => [item.code, item]));
    const known = this.#known.get(nameOf(list)) ?? new Map<string, ListItem | undefined>();
    this.#known.set(nameOf(list), known);
    for (const code of codes) known.set(code, found.get(code));
    this.#changed(false);
  }

  /** @param wanted what is asked for again when the list may be there */
  async #unlessMissing(ask: () => Promise<void>, wanted?: Wanted): Promise<void> {
    try {
      await ask();
      if (!wanted && this.isMissing) this.#changed(false);
    } catch {
      for (const code of wanted?.codes ?? []) this.find(wanted?.list as ListReference, code);
      if (!this.isMissing) this.#changed(true);
    }
  }

  #changed(isMissing: boolean): void {
    this.isMissing = isMissing;
    this.revision += 1;
    this.#change.emit();
  }
}

const none: readonly NamedList[] = [];

/** Finds what the form's expressions look up, after each reading that asked for more. */
export function useLookedUpItems({ lists = none }: Protocol): LookedUpItems {
  const items = useMemo(() => new LookedUpItems(lists), [lists]);
  useSyncExternalStore(items.onChange, () => items.revision);
  useEffect(() => {
    void items.keep();
    addEventListener("online", items.keep);
    return () => removeEventListener("online", items.keep);
  }, [items]);
  useEffect(() => {
    if (!items.isMissing) void items.fetchWanted();
  });
  return items;
}
