import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { QuestMap } from "./quest-map.ts";

const keptForSeconds = 5;

export function questMapRoutes(app: FastifyInstance, { questMap }: { questMap: QuestMap }): void {
  implementCall(app, calls.listQuestClusters, {
    allow: "visitor",
    handle: async ({ query: { bbox, zoom, ...filter }, request, reply }) => {
      const [west, south, east, north] = bbox;
      const { spots } = await questMap.answer(filter, { west, south, east, north }, zoom);
      const found = await spots((work) => asSearch(request, reply, work));
      // Set when nothing can fail any more. The answer is the same for everyone, and its tag is of what it says: the
      // version would tell strangers of each change to a draft.
      reply.header("cache-control", `public, max-age=${keptForSeconds}`);
      return found;
    },
  });
}

/** Most maps are cheap. One that needs the database leaves its place and takes one of a search. */
function asSearch<T>(request: FastifyRequest, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
  request.leavePlace?.();
  return request.server.callCosts?.during("search", raw, work) ?? work();
}
