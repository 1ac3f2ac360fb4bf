import { type Expression, sql } from "kysely";
import type { BaseLogger } from "pino";
import * as z from "zod/mini";
import { thresholds } from "../../contract/evidence-scale.ts";
import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Field } from "../../protocol/field.ts";
import { allFields } from "../../protocol/places.ts";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { enqueue, enqueueAll, handleJobs, type JobHandler, type NewJob, newJob } from "../jobs/job-queue.ts";
import type { Spread } from "./evidence-facts.ts";
import * as queries from "./evidence-queries.ts";
import { rulesVersion } from "./evidence-rules.ts";
import { type EvidenceServices, renewEvidence } from "./find-evidence.ts";

const findEvidenceJob = {
  name: "find-evidence",
  payload: z.object({ id: z.string(), isCounterpart: z.optional(z.boolean()) }),
};
const lookAgainJob = {
  name: "look-again",
  /** All quests if there is no `questId`. */
  payload: z.object({ questId: z.optional(z.int()), after: z.optional(queries.pendingCursorSchema) }),
};
const refreshSpreadsJob = { name: "refresh-spreads", payload: z.object({ questId: z.int() }) };

/** Delays the medians, because values arrive together. */
const spreadsWaitMs = 60_000;
const batchSize = 100;
/** Limits a batch, so that new uploads don't wait long. */
const batchMs = 15_000;

/**
 * Checks a data point once the caller's transaction commits. Every change gets its own job, because a running one may
 * have read the previous state.
 */
export async function enqueueEvidence(tx: Tx, dataPointId: string): Promise<void> {
  await enqueueAll(tx, [evidenceJobOf(dataPointId)]);
}

export const evidenceJobOf = (dataPointId: string): NewJob => newJob(findEvidenceJob, { id: dataPointId });

/** Rechecks a quest's pending data points. */
export async function enqueueEvidenceOfQuest(tx: Tx, questId: number): Promise<void> {
  await enqueue(tx, lookAgainJob, { questId });
}

/**
 * Rechecks all data points of a volunteer whose camera and device data is erased, so that none of it stays in the
 * evidence.
 */
export async function enqueueEvidenceOfAdventurer(tx: Tx, username: string): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload)
    SELECT ${findEvidenceJob.name}, jsonb_build_object('id', id, 'isCounterpart', true)
    FROM quest_data WHERE adventurer_id = ${username}`.execute(tx);
}

/**
 * Rechecks pending data points whose evidence refers to these or the reverse. Call it before they are deleted.
 * @param ids a query of the ids of the data points
 */
export async function enqueueEvidenceOfCounterparts(tx: Tx, ids: Expression<unknown>): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload)
    SELECT DISTINCT ${findEvidenceJob.name}, jsonb_build_object('id', other.id, 'isCounterpart', true)
    FROM quest_data d, jsonb_array_elements(d.evidence) AS found, quest_data other
    WHERE d.id IN (${ids}) AND other.id = (found -> 'facts' ->> 'other')::uuid AND other.review_decision IS NULL
      AND other.id NOT IN (${ids})`.execute(tx);
}

/** Rechecks pending data points that were checked by other rules, or not at all. */
export async function enqueueOutdatedEvidence(db: Db): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, lookAgainJob, {}, { uniqueKey: lookAgainJob.name }));
}

type Services = EvidenceServices & {
  logger: Pick<BaseLogger, "warn">;
  /** Waits for running uploads. */
  standBack: () => Promise<void>;
};

export function makeEvidenceHandlers(services: Services): JobHandler[] {
  return [
    handleJobs(findEvidenceJob, async ({ id, isCounterpart }) => {
      await services.standBack();
      const aftermath = await renewEvidence(services, id);
      // The caller has already checked both sides.
      if (!aftermath || isCounterpart === true) return;
      const { counterparts, hasNumbers, questId } = aftermath;
      const pending = await queries.listPending(services.db, counterparts);
      await transaction(services.db, async (tx) => {
        for (const other of pending) await enqueue(tx, findEvidenceJob, { id: other, isCounterpart: true });
        if (!hasNumbers) return;
        const uniqueKey = `${refreshSpreadsJob.name}:${questId}`;
        await enqueue(tx, refreshSpreadsJob, { questId }, { uniqueKey, afterMs: spreadsWaitMs });
      });
    }),
    handleJobs(lookAgainJob, (payload) => lookAgain(services, payload)),
    handleJobs(refreshSpreadsJob, async ({ questId }) => {
      const { hasGrown } = await refreshSpreads(services, questId);
      if (hasGrown) await transaction(services.db, (tx) => enqueueEvidenceOfQuest(tx, questId));
    }),
  ];
}

/** Checks the next batch, and leaves the rest to another job. */
async function lookAgain(services: Services, { questId, after }: z.infer<typeof lookAgainJob.payload>): Promise<void> {
  const { db, logger } = services;
  const which = questId === undefined ? { notByRules: rulesVersion } : { questId };
  const batch = await queries.listPendingAfter(db, which, after, batchSize);
  await services.standBack();
  const endsAtMs = Date.now() + batchMs;
  let last: queries.PendingCursor | undefined;
  for (const point of batch) {
    if (Date.now() > endsAtMs) break;
    try {
      await renewEvidence(services, point.id);
    } catch (error) {
      // Gets its own retry, so that the others don't wait.
      logger.warn({ err: error, dataPoint: point.id }, "a data point could not be checked again");
      await transaction(db, (tx) => enqueueEvidence(tx, point.id));
    }
    last = point;
  }
  const isDone = last === batch.at(-1) && batch.length < batchSize;
  if (!isDone) await transaction(db, (tx) => enqueue(tx, lookAgainJob, { questId, after: last ?? after }));
}

/** Values read of one field; more hardly change the median. */
const valuesMax = 5_000;

/**
 * Recomputes the medians of a quest's numeric fields from the newest values.
 * @returns whether one has twice as many values as when the quest's data points were last checked
 */
async function refreshSpreads(
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

/** Undefined for no values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const median = medianOf(values);
  if (median === undefined) return undefined;
  const deviation = medianOf(values.map((value) => Math.abs(value - median))) ?? 0;
  return { count: values.length, median, deviation };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const above = sorted[Math.floor(sorted.length / 2)];
  const below = sorted[Math.ceil(sorted.length / 2) - 1];
  if (above === undefined || below === undefined) return undefined;
  // Halved first, because the sum may overflow.
  return above === below ? above : above / 2 + below / 2;
}
