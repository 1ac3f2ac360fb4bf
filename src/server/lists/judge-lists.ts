import { setImmediate as nextTurn } from "node:timers/promises";
import type { ListItem } from "../../protocol/lists/list-item.ts";
import { placeColumnsOf } from "../../protocol/lists/place-columns.ts";
import type { Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { findUnjudgedVersions, publishQuestsAgain, readListItems, setPlaceColumns } from "./list-queries.ts";

/** Other requests get a turn after so many rows. */
const rowsPerTurn = 200;

/** The columns of a stored list that tell where something is. */
async function findPlaceColumns(items: readonly ListItem[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < items.length; start += rowsPerTurn) {
    placeColumnsOf(items.slice(start, start + rowsPerTurn), found);
    await nextTurn();
  }
  return found;
}

/** Looks for places in lists that are older than this question. */
export async function judgeLists(db: Db): Promise<void> {
  for (const version of await findUnjudgedVersions(db)) {
    const found = new Set<string>();
    for await (const items of readListItems(db, version, Number.MAX_SAFE_INTEGER)) {
      for (const column of await findPlaceColumns(items)) found.add(column);
    }
    await transaction(db, async (tx) => {
      await setPlaceColumns(tx, version, found);
      // Until now, it counted as a list with places.
      await publishQuestsAgain(tx, version.id);
    });
  }
}
