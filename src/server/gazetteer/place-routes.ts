import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { PlaceNames } from "./place-names.ts";

export function placeRoutes(app: FastifyInstance, { placeNames }: { placeNames: PlaceNames }): void {
  implementCall(app, calls.searchPlaces, {
    allow: "coordinator",
    handle: ({ query }) => placeNames.find(query.q, query.near),
  });
}
