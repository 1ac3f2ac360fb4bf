import getPort from "get-port";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type CairnProcess, killCairnProcess, startCairnProcess } from "../../../test/cairn-process.ts";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let database: TestDatabase;
let dataDir: string;
let processes: CairnProcess[];
let origins: string[];
const password = "lantern-on-the-ridge";

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  dataDir = await makeDataFolder("cairn-first-starts-");
  const ports = [await getPort({ host: "127.0.0.1" }), await getPort({ host: "127.0.0.1" })];
  origins = ports.map((port) => `http://localhost:${port}`);
  processes = await Promise.all(
    ports.map((port) =>
      startCairnProcess({
        ROLE: "web",
        PORT: String(port),
        PUBLIC_URL: origins[0] ?? "",
        DATABASE_URL: database.connectionString,
        DATA_DIR: dataDir,
        DEMO: "1",
        DEMO_PASSWORD: password,
        LOG_LEVEL: "warn",
      }),
    ),
  );
});

afterAll(async () => {
  await Promise.all(processes.map(killCairnProcess));
  await database.drop();
  await removeDataFolder(dataDir);
});

it("two simultaneous first starts on an empty database both succeed, and create the demo once", async () => {
  const quests = await Promise.all(
    origins.map(async (origin) => (await (await fetch(`${origin}/api/quests`)).json()) as { quest_name: string }[]),
  );
  const names = quests[0]?.map(({ quest_name }) => quest_name) ?? [];
  expect(names.length).toBeGreaterThan(3);
  expect(new Set(names).size).toBe(names.length);
  expect(quests[1]).toEqual(quests[0]);
});

it("a sign-in at one is valid at the other", async () => {
  const { access_token } = await new SignInJourney(origins[0] ?? "").signIn("alice", password);
  const headers = { authorization: `Bearer ${access_token}` };
  const answers = origins.map((origin) => fetch(`${origin}/api/adventurers/alice/quests`, { headers }));
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
});
