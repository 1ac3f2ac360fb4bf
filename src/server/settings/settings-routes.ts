import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireAdmin } from "../auth/guards.ts";
import type { Services } from "../processes/services.ts";
import { describeSettings } from "./describe-settings.ts";

export function settingsRoutes(app: FastifyInstance, { config }: Services): void {
  implementCall(app, calls.getSettings, {
    allow: ({ request }) => requireAdmin(request),
    handle: async () => describeSettings(config),
  });
}
