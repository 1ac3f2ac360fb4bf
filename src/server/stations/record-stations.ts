import type { Tx } from "../database/connection.ts";
import { insertQuestChange } from "../quests/quest-history-queries.ts";
import { placeNamesMax } from "../quests/quest-history-rules.ts";

type Named = { code: string; name: string };
type Changed = { added?: readonly Named[]; changed?: readonly Named[]; removed?: readonly Named[] };

/** Writes into the quest's history what a person changed of its stations. */
export async function recordStations(
  tx: Tx,
  { questId, person }: { questId: number; person: string },
  { added = [], changed = [], removed = [] }: Changed,
): Promise<void> {
  const all = [...added, ...changed, ...removed];
  if (all.length === 0) return;
  const names = all.slice(0, placeNamesMax).map(({ code, name }) => `${code} ${name}`.trim());
  const stations = { added: added.length, changed: changed.length, removed: removed.length, names };
  await insertQuestChange(tx, { questId, person, kind: "changed", changes: [], locations: null, stations });
}
