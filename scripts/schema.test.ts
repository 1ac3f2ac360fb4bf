import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/database.ts";
import { describeSchema, schemaFile } from "./schema.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it("schema.ts matches the migrations; otherwise run: npm run schema", async () => {
  expect(await readFile(schemaFile, "utf8")).toBe(await describeSchema(database.connectionString));
});
