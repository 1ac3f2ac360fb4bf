import { beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { noSecurityEvents } from "../security-events/security-events.ts";
import { type AttemptLimits, createAttemptLimits } from "./attempt-limits.ts";

let limits: AttemptLimits;

beforeAll(async () => {
  const database = await createTestDatabase();
  limits = createAttemptLimits(identityDatabase(database.pool), () => new Date(1_800_000_000_000), noSecurityEvents);
  return () => database.drop();
});

it.each([
  ["long", "short"],
  ["short", "long"],
])("of two limits that are reached, %s before %s, the wait of the longer one is told", async (...order) => {
  const windowsMs = { long: 600_000, short: 60_000 } as Record<string, number>;
  const both = order.map((name) => ({
    key: `${order.join()}:${name}`,
    limit: { max: 1, windowMs: windowsMs[name] ?? 0 },
  }));
  expect(await limits.take(both)).toBeUndefined();
  expect(await limits.take(both)).toEqual({ retryAfterSeconds: 600 });
});
