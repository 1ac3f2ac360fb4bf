import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const namesIn = (cell = "") => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

const rows = (/^## Triggers$.*?(?=^## )/ms.exec(read("ARCHITECTURE.md"))?.[0] ?? "")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [on = "", triggers, action, code] = line.slice(1, -1).split("|");
    const [table = ""] = namesIn(on);
    const [calls = ""] = namesIn(action);
    const events = (on.split(":")[1] ?? "").trim().split(", ").sort();
    return { table, events, triggers: namesIn(triggers).sort(), calls, files: namesIn(code).sort() };
  });

it("ARCHITECTURE.md names every trigger, with its table, events and function", async () => {
  const found = await database.pool.query(`
    SELECT CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS "table", p.proname AS calls,
      array_agg(DISTINCT t.tgname::text ORDER BY t.tgname::text) AS triggers,
      array_agg(DISTINCT e.event ORDER BY e.event) AS events
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_proc p ON p.oid = t.tgfoid
    JOIN (VALUES (4, 'insert'), (8, 'delete'), (16, 'update'), (32, 'truncate')) AS e (bit, event)
      ON t.tgtype & e.bit <> 0
    WHERE NOT t.tgisinternal GROUP BY 1, 2`);
  const byFunction = (one: { calls: string }, other: { calls: string }) => one.calls.localeCompare(other.calls);
  expect(found.rows.length).toBeGreaterThan(10);
  expect(rows.map(({ files, ...row }) => row).sort(byFunction)).toEqual(found.rows.sort(byFunction));
});

it("the code that relies on a trigger says so, where ARCHITECTURE.md says", () => {
  const sources = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
    .map((path) => ({ path, text: read(`src/${path}`) }));
  for (const { calls, files } of rows) {
    const named = sources.filter(({ text }) => new RegExp(`(//|^ *\\*|/\\*\\*).*\`${calls}\``, "m").test(text));
    expect([calls, ...named.map(({ path }) => path).sort()]).toEqual([calls, ...files]);
    expect(files.length).toBeGreaterThan(0);
  }
});
