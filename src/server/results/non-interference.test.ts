import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi } from "../../../test/api.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { makeOrganization } from "../../../test/factories.ts";
import { makeLive, type Running, release, untilPosted } from "../../../test/non-interference/live-quest.ts";
import { type Publishing, privateQuest, worlds } from "../../../test/non-interference/private-quests.ts";
import { askEverything, differencesOf, writingRoutes } from "../../../test/non-interference/visitor-answers.ts";
import { startReceiver } from "../../../test/receiver.ts";
import { runSql } from "../../../test/run-sql.ts";

/**
 * Non-interference: two servers get the same quests and data points, except for what is private; whatever a visitor asks
 * for, both give the same bytes. NON_INTERFERENCE_RUNS draws more quests, PROPERTY_SEED others.
 */

const runs = Number(process.env.NON_INTERFERENCE_RUNS ?? 1);
const seed = Number(process.env.PROPERTY_SEED ?? 1);

const ends: (() => Promise<unknown>)[] = [];
let running: Running[];

beforeAll(async () => {
  running = await Promise.all(
    worlds.map(async (world): Promise<Running> => {
      const hooks = await startReceiver();
      const database = await databaseWithClock();
      const settings = { PUBLIC_URL: "https://cairn.example", WEBHOOK_ORIGINS: hooks.origin };
      const api = await startTestApi(settings, { database });
      ends.push(
        () => api.close(),
        () => hooks.close(),
      );
      return { world, api, hooks, organizationId: await makeOrganization(api) };
    }),
  );
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** The database's clock, which a release is dated by, stands still while there is a row. */
async function databaseWithClock() {
  const database = await createTestDatabase();
  const sql = `CREATE SCHEMA stopped;
    CREATE TABLE stopped.clock (at timestamptz NOT NULL);
    CREATE FUNCTION stopped.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      'SELECT coalesce((SELECT at FROM stopped.clock), pg_catalog.clock_timestamp())';
    -- However long a release takes while the clock stands still: what is posted is due at once.
    ALTER TABLE webhook_deliveries ALTER next_attempt_at SET DEFAULT now() - interval '1 hour';
    DO $$ BEGIN
      EXECUTE format('ALTER DATABASE %I SET search_path = public, stopped, pg_catalog', current_database());
    END $$`;
  await runSql(database.connectionString, sql);
  return database;
}
const stopClock = ({ api }: Running, at: Date) =>
  api.database.pool.query("INSERT INTO stopped.clock VALUES ($1)", [at]);
const startClock = ({ api }: Running) => api.database.pool.query("DELETE FROM stopped.clock");

describe("what a visitor gets", () => {
  it("is only ever read", () => {
    expect(writingRoutes).toEqual([]);
  });

  it.each<[Publishing, number]>([
    ["exact", 1],
    ["hidden", 2],
    [0.1, 3],
  ])(
    "[CALL-47] says nothing of what is private where positions are %s",
    async (publishing, index) => {
      await fc.assert(
        fc.asyncProperty(privateQuest(publishing), async (quest) => {
          const made = await Promise.all(
            running.map(async (each) => {
              const live = await makeLive(each, quest);
              // What waits to be sent would wait for ever while the clock stands still.
              await untilPosted(each, live);
              return { running: each, live };
            }),
          );
          // Files of a release, workbooks and what expires tell of the moment, which is the same in both.
          // Ahead of the database's clock, so that what is due by that one is done, but not so far that the next quest waits.
          vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_000 });
          await Promise.all(running.map((each) => stopClock(each, new Date())));
          const [one, other] = await Promise.all(
            made.map(async ({ running: each, live }) => {
              await release(each, live);
              await untilPosted(each, live);
              return askEverything(each, quest, live);
            }),
          ).finally(async () => {
            vi.useRealTimers();
            await Promise.all(running.map(startClock));
          });
          if (!one || !other) throw new Error("there are two worlds");
          expect(one.size).toBeGreaterThan(80);
          expect(differencesOf(one, other)).toEqual([]);
        }),
        // Each quest takes a second: a smaller one is easier to draw anew than to shrink.
        { numRuns: runs, seed: 100 * seed + index, endOnFailure: true },
      );
    },
    600_000 * runs,
  );
});
