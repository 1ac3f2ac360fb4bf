import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { thresholds } from "../../contract/evidence-scale.ts";
import type { QuestProgress } from "../../contract/quest-progress.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import {
  findMedianHours,
  findTotals,
  listNewestPoints,
  listPlaces,
  listSentBack,
  listSteps,
  listStopped,
} from "./quest-progress-queries.ts";
import { countByPlace, needsHelpMax } from "./quest-progress-rules.ts";

export function questProgressRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getQuestProgress, {
    allow: "viewer",
    handle: ({ params }) => getQuestProgress(db, params.id),
  });
}

/** @throws DomainError `quest_not_found` */
async function getQuestProgress(db: Db, questId: number): Promise<QuestProgress> {
  const totals = await findTotals(db, questId);
  if (!totals) throw new DomainError("quest_not_found");
  const sentBack = await listSentBack(db, questId);
  const isSentBack = new Set(sentBack.map(({ adventurer_id }) => adventurer_id));
  const stopped = (await listStopped(db, questId)).filter(({ adventurer_id }) => !isSentBack.has(adventurer_id));
  const points = await listNewestPoints(db, questId);
  return {
    ...totals,
    ...(await listSteps(db, questId)),
    median_decision_hours: await findMedianHours(db, questId),
    needs_help: [...sentBack, ...stopped].slice(0, needsHelpMax),
    points,
    ...countByPlace(await listPlaces(db, questId), points, thresholds.outsidePlacesMeters),
  };
}
