import { thresholds } from "../../contract/evidence-thresholds.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Field } from "../../protocol/field.ts";
import { allFields } from "../../protocol/places.ts";
import { transaction } from "../database/transaction.ts";
import * as queries from "./evidence-queries.ts";
import type { EvidenceServices } from "./find-evidence.ts";
import { spreadOf } from "./spread.ts";

/** Values read of one field; more hardly change the median. */
const valuesMax = 5_000;

/**
 * Recomputes the medians of a quest's numeric fields from the newest values.
 * @returns whether one has twice as many values as when the quest's data points were last checked
 */
export async function refreshSpreads(
  services: Pick<EvidenceServices, "db" | "protocolVersions">,
  questId: number,
): Promise<{ hasGrown: boolean }> {
  const { db } = services;
  const before = await queries.listSpreads(db, questId);
  const values = await listValuesByName(services, questId);
  const spreads = [...values.values()].flatMap(({ key, unit, numbers }) => {
    const spread = spreadOf(numbers);
    return spread ? [{ key, unit, ...spread }] : [];
  });
  await transaction(db, (tx) => queries.setSpreads(tx, questId, spreads));
  const hasGrown = spreads.some(
    ({ key, unit, count }) => stageOf(count) > stageOf(before.get(queries.spreadName(key, unit))?.count ?? 0),
  );
  return { hasGrown };
}

/** 0 for too few values, then one more with every doubling. */
function stageOf(count: number): number {
  return Math.max(0, Math.floor(Math.log2(count / thresholds.outlierCountMin)) + 1);
}

type Series = { key: string; unit: string; numbers: number[] };

/** By key and unit, because versions may use different units. */
async function listValuesByName(
  { db, protocolVersions }: Pick<EvidenceServices, "db" | "protocolVersions">,
  questId: number,
): Promise<Map<string, Series>> {
  const series = new Map<string, Series>();
  const fieldsOf = new Map<number | null, ReadonlyMap<string, Field>>();
  for (const { version, key, numbers } of await queries.listNewestValues(db, questId, valuesMax)) {
    const fields = fieldsOf.get(version) ?? (await findFields(protocolVersions, questId, version));
    fieldsOf.set(version, fields);
    const field = fields.get(key);
    if (field?.kind !== "number" && field?.kind !== "integer") continue;
    const name = queries.spreadName(key, field.unit);
    const known = series.get(name);
    if (known) known.numbers.push(...numbers);
    else series.set(name, { key, unit: field.unit ?? "", numbers });
  }
  return series;
}

/** By key. */
async function findFields(
  protocolVersions: EvidenceServices["protocolVersions"],
  questId: number,
  version: number | null,
): Promise<ReadonlyMap<string, Field>> {
  // The specification's form is the same for every kind of quest.
  const protocol =
    version === null ? specificationForm("UNCATEGORIZED") : await protocolVersions.find(questId, version);
  return new Map(allFields(protocol?.fields ?? []).map((field) => [field.key, field]));
}
