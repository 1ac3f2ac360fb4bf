import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataFolder, removeDataFolder } from "../test/data-folder.ts";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  dataDir = await makeDataFolder("cairn-commands-");
});
afterEach(async () => {
  await database.drop();
  await removeDataFolder(dataDir);
});

it.each([["account", ["create", "zoe", "--email", "zoe@example.org"], "zoe"]])(
  "npm run %s works on a database that no server has used yet",
  async (command, words, shown) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
    const run = (args: string[]) =>
      promisify(execFile)(process.execPath, ["--import", "tsx", `scripts/${command}.ts`, ...args], { env });
    await run(words);
    expect((await run(["list"])).stdout).toContain(shown);
  },
);
