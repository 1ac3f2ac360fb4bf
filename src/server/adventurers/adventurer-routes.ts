import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Db } from "../database/connection.ts";
import { implementCall } from "../http/implement-call.ts";
import { findAdventurer } from "./adventurer-queries.ts";

export function adventurerRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getAdventurer, {
    allow: "self",
    handle: async ({ params: { username } }) =>
      (await findAdventurer(db, username)) ?? { id: username, bio: null, profile_picture_url: null },
  });
}
