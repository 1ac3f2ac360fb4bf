import { sql } from "kysely";
import type { Calibration } from "../../contract/lessons.ts";
import type { Db } from "../database/connection.ts";
import { calibrate } from "../lessons/calibration-rules.ts";
import { creditOf } from "../results/published-queries.ts";
import type { ReleaseId } from "./release-queries.ts";

/** How well a volunteer of a release measures in one unit. */
export type ReleaseCalibration = Calibration & { credit: string | null };

type PracticeRow = { adventurer_id: string; credit: string | null; unit: string; reference: number; answer: number };

/**
 * Calibrations of all volunteers whose data points are in the release. Their order says nothing about who isn't named.
 */
export async function listCalibrations(db: Db, { questId, number }: ReleaseId): Promise<ReleaseCalibration[]> {
  const { rows } = await sql<PracticeRow>`
    SELECT v.adventurer_id, ${creditOf} AS credit, v.unit, v.reference, v.answer
    FROM practice_values v JOIN adventurers a ON a.id = v.adventurer_id
    WHERE v.quest_id = ${questId} AND v.adventurer_id IN (
      SELECT record ->> 'adventurer_id' FROM release_records WHERE quest_id = ${questId} AND number = ${number})
    ORDER BY v.unit, v.card_key`.execute(db);
  const byPerson = new Map<string, PracticeRow[]>();
  for (const row of rows) byPerson.set(row.adventurer_id, [...(byPerson.get(row.adventurer_id) ?? []), row]);
  return [...byPerson.values()]
    .flatMap((values) => calibrate(values).map((each) => ({ credit: values[0]?.credit ?? null, ...each })))
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other), "en") || one.bias - other.bias);
}

const keyOf = ({ unit, credit }: ReleaseCalibration) => `${unit}\n${credit ?? ""}`;
