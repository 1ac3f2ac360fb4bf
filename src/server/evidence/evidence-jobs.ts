import { type Expression, sql } from "kysely";
import type { BaseLogger } from "pino";
import * as z from "zod/mini";
import type { Db, Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { enqueue, enqueueAll, type NewJob, newJob } from "../jobs/job-queue.ts";
import * as queries from "./evidence-queries.ts";
import { rulesVersion } from "./evidence-rules.ts";
import { type EvidenceServices, lookAtPoint } from "./find-evidence.ts";
import { refreshSpreads } from "./refresh-spreads.ts";

const findEvidenceJob = {
  name: "find-evidence",
  payload: z.object({ id: z.string(), isCounterpart: z.optional(z.boolean()) }),
};
const lookAgainJob = {
  name: "look-again",
  /** Of all quests where none is named. */
  payload: z.object({ questId: z.optional(z.int()), after: z.optional(queries.pendingCursorSchema) }),
};
const refreshSpreadsJob = { name: "refresh-spreads", payload: z.object({ questId: z.int() }) };

/** Medians wait for so long after a value came: many come together. */
const spreadsWaitMs = 60_000;
const batchSize = 100;
/** A batch stops then, so that what was just uploaded does not wait long. */
const batchMs = 15_000;

/**
 * Has a data point looked at, once the caller's transaction is committed. Every change has a job of its own: one that runs
 * already may have read what was before it.
 */
export async function enqueueEvidence(tx: Tx, dataPointId: string): Promise<void> {
  await enqueueAll(tx, [evidenceJobOf(dataPointId)]);
}

export const evidenceJobOf = (dataPointId: string): NewJob => newJob(findEvidenceJob, { id: dataPointId });

/** Has all data points of a quest looked at again that wait for review. */
export async function enqueueEvidenceOfQuest(tx: Tx, questId: number): Promise<void> {
  await enqueue(tx, lookAgainJob, { questId });
}

/** Has everything of somebody looked at again whose cameras and devices are to be forgotten: nothing of them stays in the evidence. */
export async function enqueueEvidenceOfAdventurer(tx: Tx, username: string): Promise<void> {
  await sql`
    INSERT INTO jobs (kind, payload)
    SELECT ${findEvidenceJob.name}, jsonb_build_object('id', id, 'isCounterpart', true)
    FROM quest_data WHERE adventurer_id = ${username}`.execute(tx);
}

/**
 * Has those looked at again that wait for review and that data points were held against, or the other way round: before the
 * data points go.
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

/** Has what waits for review looked at again where other rules looked at it last, or none. */
export async function enqueueOutdatedEvidence(db: Db): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, lookAgainJob, {}, { uniqueKey: lookAgainJob.name }));
}

type Services = EvidenceServices & {
  logger: Pick<BaseLogger, "warn">;
  /** Waits until uploads have passed. */
  standBack: () => Promise<void>;
};

export function makeEvidenceHandlers(services: Services): JobHandler[] {
  return [
    handleJobs(findEvidenceJob, async ({ id, isCounterpart }) => {
      await services.standBack();
      const aftermath = await lookAtPoint(services, id);
      // What a counterpart finds is known already to whoever had it looked at.
      if (!aftermath || isCounterpart === true) return;
      const { counterparts, hasNumbers, questId } = aftermath;
      const pending = await queries.listPending(services.db, counterparts);
      await transaction(services.db, async (tx) => {
        for (const other of pending) await enqueue(tx, findEvidenceJob, { id: other, isCounterpart: true });
        if (!hasNumbers) return;
        const runAt = new Date(Date.now() + spreadsWaitMs);
        await enqueue(tx, refreshSpreadsJob, { questId }, { uniqueKey: `${refreshSpreadsJob.name}:${questId}`, runAt });
      });
    }),
    handleJobs(lookAgainJob, (payload) => lookAgain(services, payload)),
    handleJobs(refreshSpreadsJob, async ({ questId }) => {
      const { hasGrown } = await refreshSpreads(services, questId);
      if (hasGrown) await transaction(services.db, (tx) => enqueueEvidenceOfQuest(tx, questId));
    }),
  ];
}

/** Looks at the next batch, and leaves the rest to a further job. */
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
      await lookAtPoint(services, point.id);
    } catch (error) {
      // It is tried again by itself, and does not keep the others waiting.
      logger.warn({ err: error, dataPoint: point.id }, "a data point could not be checked again");
      await transaction(db, (tx) => enqueueEvidence(tx, point.id));
    }
    last = point;
  }
  const isDone = last === batch.at(-1) && batch.length < batchSize;
  if (!isDone) await transaction(db, (tx) => enqueue(tx, lookAgainJob, { questId, after: last ?? after }));
}
