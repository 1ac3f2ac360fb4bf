import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { getQuestProgress } from "./get-quest-progress.ts";

export function questProgressRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getQuestProgress, {
    allow: "viewer",
    handle: ({ params }) => getQuestProgress(db, params.id),
  });
}
