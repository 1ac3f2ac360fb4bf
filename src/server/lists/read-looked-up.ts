import { setImmediate } from "node:timers/promises";
import { findProblems } from "../../protocol/check-values.ts";
import type { LookedUpOption } from "../../protocol/expressions/lookups.ts";
import { listOf, type Protocol, type Values } from "../../protocol/field.ts";
import { lookupChainMax } from "../../protocol/lists/list-limits.ts";
import { type FindItem, lookedUp } from "../../protocol/lists/look-up.ts";
import { allFields } from "../../protocol/places.ts";
import { optionValueLengthMax } from "../../protocol/protocol-limits.ts";
import { isStorable } from "../../protocol/storable-text.ts";
import type { Db } from "../database/connection.ts";
import { findItems, nameOfItem, type WantedItem } from "./list-queries.ts";

/**
 * A form with the items that its expressions look up for these answers. What is looked up may decide what else is, so
 * the form is evaluated until it looks up nothing new.
 */
export async function withLookedUp<Form extends { protocol: Protocol }>(
  db: Db,
  form: Form,
  values: Values,
): Promise<Form & { findItem?: FindItem | undefined }> {
  const { fields, lists = [] } = form.protocol;
  if (lists.length === 0 && !allFields(fields).some(listOf)) return form;
  const items = new LookedUpItems();
  for (let round = 0; round <= lookupChainMax; round += 1) {
    findProblems(form.protocol, values, undefined, undefined, items.find);
    // Others have their turn between two evaluations.
    await setImmediate();
    const missing = items.takeMissing();
    if (missing.length === 0) break;
    for (const { item, ...found } of await findItems(db, missing)) items.add(found, lookedUp(item));
  }
  return { ...form, findItem: items.find };
}

class LookedUpItems {
  readonly #known = new Map<string, LookedUpOption | undefined>();
  #missing: WantedItem[] = [];

  readonly find: FindItem = ({ id, version = 0 }, code) => {
    const wanted = { id, version, code };
    const name = nameOfItem(wanted);
    // No code is longer, and the database refuses some texts.
    if (!this.#known.has(name) && code.length <= optionValueLengthMax && isStorable(code)) {
      this.#missing.push(wanted);
      this.#known.set(name, undefined);
    }
    return this.#known.get(name);
  };

  takeMissing(): WantedItem[] {
    const missing = this.#missing;
    this.#missing = [];
    return missing;
  }

  add(wanted: WantedItem, item: LookedUpOption): void {
    this.#known.set(nameOfItem(wanted), item);
  }
}
