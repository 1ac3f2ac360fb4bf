import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import type { QuestMap } from "./quest-map.ts";

/** Raise it when the same quests are answered otherwise: browsers then let go of what they keep. */
const form = 1;
const keptForSeconds = 5;

export function questMapRoutes(app: FastifyInstance, { questMap }: { questMap: QuestMap }): void {
  implementCall(app, calls.listQuestClusters, {
    allow: "visitor",
    handle: async ({ query: { bbox, zoom, ...filter }, request, reply }) => {
      const [west, south, east, north] = bbox;
      const { version, spots } = await questMap.answer(filter, { west, south, east, north }, zoom);
      const tag = `W/"${form}-${version}"`;
      const isKnown = namesTag(request.headers["if-none-match"], tag);
      const found = isKnown ? [] : await spots((work) => asSearch(request, reply, work));
      // Once nothing can fail any more. It is the same for everybody.
      reply.header("cache-control", `public, max-age=${keptForSeconds}`).header("etag", tag);
      if (isKnown) await reply.code(304).send();
      return found;
    },
  });
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim() === tag);

/** Most maps cost little. One that needs the database leaves its place among those, and takes one of the searches'. */
function asSearch<T>(request: FastifyRequest, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
  request.leavePlace?.();
  return request.server.callCosts?.during("search", raw, work) ?? work();
}
