import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { describeSchema, schemaFile } from "./schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  // Nobody handles the error of the generator's connection if the database goes before it is closed.
  const others = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'cairn test'";
  await vi.waitFor(async () => expect((await database.pool.query(others)).rowCount).toBe(0));
  await database.drop();
});

it("schema.ts matches the migrations; otherwise run: npm run schema", async () => {
  expect(await readFile(schemaFile, "utf8")).toBe(await describeSchema(database.connectionString));
});
