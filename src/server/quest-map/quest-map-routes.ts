import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../http/implement-call.ts";
import type { QuestMap } from "./quest-map.ts";

/** Increase it when the format of the answer changes, so that browsers drop what they cached. */
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
      // Set when nothing can fail any more. The answer is the same for everyone.
      reply.header("cache-control", `public, max-age=${keptForSeconds}`).header("etag", tag);
      if (isKnown) await reply.code(304).send();
      return found;
    },
  });
}

const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? "").split(",").some((each) => each.trim() === tag);

/** Most maps are cheap. One that needs the database leaves its place and takes one of a search. */
function asSearch<T>(request: FastifyRequest, { raw }: FastifyReply, work: () => Promise<T>): Promise<T> {
  request.leavePlace?.();
  return request.server.callCosts?.during("search", raw, work) ?? work();
}
