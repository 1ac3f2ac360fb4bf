import { noSuchOption } from "../../protocol/check-value.ts";
import type { ListReference, Protocol, Values } from "../../protocol/field.ts";
import { evaluateForm, requireEvaluated } from "../../protocol/form-state.ts";
import { makeFilter } from "../../protocol/lists/filter-choices.ts";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { type ListAnswer, type ListedItem, listAnswers, listedItemsKey } from "../../protocol/lists/listed-items.ts";
import type { FindItem } from "../../protocol/lists/look-up.ts";
import { pathIn, rowOfPath } from "../../protocol/places.ts";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { DomainError, type FieldRefusal } from "../refusals/domain-error.ts";
import { describeAll } from "../refusals/invalid-fields.ts";
import { findItems, nameOfItem } from "./list-queries.ts";

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
