import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { constraintOf } from "./constraint-errors.ts";
import { transaction } from "./transaction.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await database.pool.query(
    `CREATE TABLE stones (
       id int CONSTRAINT stones_pkey PRIMARY KEY,
       weight int CONSTRAINT stones_weight_positive CHECK (weight > 0),
       under int CONSTRAINT stones_under_fkey REFERENCES stones
     )`,
  );
});
beforeEach(() => database.pool.query("TRUNCATE stones"));
afterAll(() => database.drop());

const countStones = async () => (await database.pool.query("SELECT count(*) FROM stones")).rows[0].count;

describe("transaction", () => {
  it("commits and returns the result", async () => {
    const result = await transaction(database.db, async (tx) => {
      await sql`INSERT INTO stones VALUES (1)`.execute(tx);
      expect(await countStones()).toBe(0);
      return "done";
    });
    expect(result).toBe("done");
    expect(await countStones()).toBe(1);
  });

  it("rolls back and rethrows the error", async () => {
    const failing = transaction(database.db, async (tx) => {
      await sql`INSERT INTO stones VALUES (1)`.execute(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await countStones()).toBe(0);
  });
});

describe("constraintOf", () => {
  const violate = (statement: string) => database.pool.query(statement).catch(constraintOf);

  it("names the violated constraint", async () => {
    await database.pool.query("INSERT INTO stones VALUES (1)");
    expect(await violate("INSERT INTO stones VALUES (1)")).toBe("stones_pkey");
    expect(await violate("INSERT INTO stones VALUES (2, 0)")).toBe("stones_weight_positive");
    expect(await violate("INSERT INTO stones VALUES (2, 1, 7)")).toBe("stones_under_fkey");
  });

  it("names it with Kysely too", async () => {
    const failing = transaction(database.db, (tx) => sql`INSERT INTO stones VALUES (2, 0)`.execute(tx));
    expect(await failing.catch(constraintOf)).toBe("stones_weight_positive");
  });

  it("ignores other errors", async () => {
    expect(await violate("SELECT nonsense")).toBeUndefined();
    expect(constraintOf(Object.assign(new Error("odd"), { code: "ENOENT", constraint: "x" }))).toBeUndefined();
    expect(constraintOf("stones_pkey")).toBeUndefined();
    expect(constraintOf(undefined)).toBeUndefined();
  });
});
