import { thresholds } from "../../contract/evidence-thresholds.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Protocol } from "../../protocol/field.ts";
import { transaction } from "../database/transaction.ts";
import * as queries from "./evidence-queries.ts";
import type { EvidenceServices } from "./find-evidence.ts";
import { spreadOf } from "./spread.ts";

/** More values hardly change the median. */
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
  const fieldsOf = new Map<number | null, Protocol["fields"]>();
  for (const { version, numbers } of await queries.listNewestValues(db, questId, valuesMax)) {
    const fields = fieldsOf.get(version) ?? (await findFields(protocolVersions, questId, version));
    fieldsOf.set(version, fields);
    for (const field of fields) {
      const value = numbers?.[field.key];
      if (value === undefined || (field.kind !== "number" && field.kind !== "integer")) continue;
      const name = queries.spreadName(field.key, field.unit);
      const known = series.get(name) ?? { key: field.key, unit: field.unit ?? "", numbers: [] };
      known.numbers.push(value);
      series.set(name, known);
    }
  }
  return series;
}

async function findFields(
  protocolVersions: EvidenceServices["protocolVersions"],
  questId: number,
  version: number | null,
): Promise<Protocol["fields"]> {
  // The specification's form is the same for every kind of quest.
  if (version === null) return specificationForm("UNCATEGORIZED").fields;
  return (await protocolVersions.find(questId, version))?.fields ?? [];
}
