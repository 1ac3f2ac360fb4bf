import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Config } from "./config.ts";
import { describeSettings } from "./describe-settings.ts";

export function settingsRoutes(app: FastifyInstance, { config }: { config: Config }): void {
  implementCall(app, calls.getSettings, {
    allow: "admin",
    handle: async ({ request }) => describeSettings(config, textsForRequest(request)),
  });
}
