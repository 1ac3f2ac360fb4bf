import { setImmediate } from "node:timers/promises";
import { noSuchOption } from "../../protocol/check-value.ts";
import { checkAnswers } from "../../protocol/check-values.ts";
import type { LookedUpOption } from "../../protocol/expressions/lookups.ts";
import { type ListReference, listOf, type Protocol, type Values } from "../../protocol/field.ts";
import { evaluateForm, requireEvaluated } from "../../protocol/form-state.ts";
import { type FindItem, lookedUp, makeFilter } from "../../protocol/lists/choice-columns.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { lookupChainMax } from "../../protocol/lists/list-limits.ts";
import { type ListAnswer, type ListedItem, listAnswers, listedItemsKey } from "../../protocol/lists/listed-items.ts";
import { allFields, pathIn, rowOfPath } from "../../protocol/places.ts";
import { optionValueLengthMax } from "../../protocol/protocol-limits.ts";
import { isStorable } from "../../protocol/storable-text.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { DomainError, describeAll, type FieldRefusal } from "../refusals/domain-error.ts";
import { findItems, nameOfItem, type WantedItem } from "./list-queries.ts";

const refusalsMax = 100;

/**
 * Checks that the answers of fields with a list are items of its version that the filter offers, and adds these items
 * to the values.
 * @throws DomainError `validation_failed` with every wrong field
 */
export async function requireListed<V extends Values>(
  db: Db,
  { protocol, findItem }: { protocol: Protocol; findItem?: FindItem | undefined },
  values: V,
): Promise<V> {
  const state = evaluateForm(protocol, values, undefined, findItem);
  requireEvaluated(state);
  const answers = listAnswers(protocol, state);
  if (answers.length === 0) return values;
  const wanted = answers.flatMap(({ list, codes }) => codes.map((code) => ({ ...versionOf(list), code })));
  const found = new Map((await findItems(db, wanted)).map((each) => [nameOfItem(each), each.item]));
  const refusals: FieldRefusal[] = [];
  const listed: Record<string, Record<string, ListedItem>> = {};
  const check = ({ path, field, list, codes }: ListAnswer) => {
    state.meter.at = path;
    const isOffered = makeFilter(list.filter, { ...state.answersIn(rowOfPath(path)), now: undefined });
    const ofField = listed[field.key] ?? {};
    listed[field.key] = ofField;
    for (const code of codes) {
      const item = found.get(nameOfItem({ ...versionOf(list), code }));
      if (item && isOffered?.(item) !== false) ofField[code] = { label: item.label, taxon: item.taxon };
      else refusals.push({ path: pathIn("measurements", path), message: refusalOf(code, item) });
    }
  };
  state.meter.run(() => answers.forEach(check));
  requireEvaluated(state);
  if (refusals.length > 0) throw refuse(refusals.slice(0, refusalsMax));
  return { ...values, [listedItemsKey]: listed };
}

const refuse = (info: readonly FieldRefusal[]) =>
  new DomainError("validation_failed", { detail: describeAll(info), info });

/** Every stored protocol names the version. */
const versionOf = ({ id, version = 0 }: ListReference) => ({ id, version });

function refusalOf(code: string, item: ListItem | undefined): Saying {
  if (item) return saying("validation.filtered", { value: code.slice(0, 100) });
  const { text, values } = noSuchOption(code);
  return { key: text, values };
}

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
    checkAnswers(form.protocol, values, undefined, undefined, items.find);
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
