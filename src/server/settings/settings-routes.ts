import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { requireAdmin } from "../http/guards";
import { implementCall } from "../http/implement-call";
import type { Services } from "../services.ts";
import { describeSettings } from "./describe-settings.ts";

export function settingsRoutes(app: FastifyInstance, { config }: Services): void {
  implementCall(app, calls.getSettings, {
    allow: ({ request }) => requireAdmin(request),
    handle: async () => describeSettings(config),
  });
}
