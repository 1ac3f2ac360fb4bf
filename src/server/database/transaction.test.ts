import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { OneAtATime } from "../one-at-a-time.ts";
import { constraintOf, countRepeats, openDatabase, type Tx } from "./connection.ts";
import { askingInTransactions, regardlessOfRights } from "./rights.ts";
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

describe("a transaction that PostgreSQL ends for others", () => {
  const fail = (code: string) => sql`DO ${sql.raw(`$$ BEGIN RAISE 'ended' USING ERRCODE = '${code}'; END $$`)}`;

  it("runs once more, and is done: two that lock the same rows in opposite order", async () => {
    await database.pool.query("INSERT INTO stones VALUES (1, 1), (2, 1)");
    const before = countRepeats();
    let locked = 0;
    const lift = (order: number[]) =>
      transaction(database.db, async (tx) => {
        for (const id of order) {
          await sql`UPDATE stones SET weight = weight + 1 WHERE id = ${id}`.execute(tx);
          locked += 1;
          // Each has the row that the other wants.
          await expect.poll(() => locked).toBeGreaterThanOrEqual(2);
        }
      });
    await Promise.all([lift([1, 2]), lift([2, 1])]);
    expect((await database.pool.query("SELECT weight FROM stones")).rows).toEqual([{ weight: 3 }, { weight: 3 }]);
    expect(countRepeats() - before).toBe(1);
  });

  it.each([
    ["40P01", 4],
    ["40001", 4],
    ["23514", 1],
  ])("with %s runs at most four times, asks for rights each time, and otherwise once", async (code, times) => {
    const asked: string[] = [];
    const ask = async () => void asked.push("right");
    const failing = transaction(database.db, (tx) => fail(code).execute(tx), {
      lockFirst: async () => asked.push("lock"),
    });
    await expect(failing).rejects.toMatchObject({ code });
    expect(asked).toEqual(Array(times).fill("lock"));
    asked.length = 0;
    await database.pool.query(`CREATE OR REPLACE FUNCTION refuse_stone() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'ended' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER refused BEFORE INSERT ON stones FOR EACH ROW EXECUTE FUNCTION refuse_stone()`);
    const insert = () => sql`INSERT INTO stones VALUES (9, 1)`.execute(database.db);
    await expect(askingInTransactions(ask, insert)).rejects.toMatchObject({ code });
    await database.pool.query("DROP TRIGGER refused ON stones");
    expect(asked).toEqual(Array(times).fill("right"));
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

describe("a statement of a call that has lost its right", () => {
  type Stones = { stones: { id: number; weight: number | null } };
  const db = () => database.db as unknown as Kysely<Stones>;
  const lost = () => Promise.reject(new Error("the right has ended"));
  const writes: Record<string, () => Promise<unknown>> = {
    insert: () => db().insertInto("stones").values({ id: 2, weight: 1 }).execute(),
    update: () => db().updateTable("stones").set({ weight: 2 }).execute(),
    delete: () => db().deleteFrom("stones").execute(),
    merge: () =>
      db().mergeInto("stones").using("stones as s", "s.id", "stones.id").whenMatched().thenDelete().execute(),
    "SQL in small letters": () => sql`delete from stones`.execute(database.db),
    "SQL on several lines": () =>
      sql`INSERT
 INTO stones VALUES (2)`.execute(database.db),
    "part of a query": () =>
      sql`WITH gone AS (DELETE FROM stones RETURNING id) SELECT * FROM gone`.execute(database.db),
    transaction: () => transaction(database.db, (tx) => sql`DELETE FROM stones`.execute(tx)),
  };
  const countOf = async () => (await database.pool.query("SELECT count(*)::int, max(weight) FROM stones")).rows[0];
  beforeEach(() => database.pool.query("INSERT INTO stones VALUES (1, 1)"));

  it.each(Object.entries(writes))("is refused: %s", async (_name, write) => {
    await expect(askingInTransactions(lost, write)).rejects.toThrow("the right has ended");
    expect(await countOf()).toEqual({ count: 1, max: 1 });
    await askingInTransactions(async () => undefined, write);
    expect(await countOf()).not.toEqual({ count: 1, max: 1 });
  });

  it("asks in the transaction that writes, which holds what was asked for", async () => {
    const ask = async (tx: Tx) => void (await sql`SELECT FROM stones WHERE id = 1 FOR UPDATE`.execute(tx));
    await database.pool.query(`CREATE FUNCTION refuse_locked() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM FROM pg_locks WHERE pid = pg_backend_pid() AND mode = 'RowShareLock' AND relation = 'stones'::regclass;
      IF NOT FOUND THEN RAISE 'nothing was asked here'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER asked BEFORE INSERT ON stones FOR EACH ROW EXECUTE FUNCTION refuse_locked()`);
    await askingInTransactions(ask, () => writes.insert?.() ?? Promise.reject());
    await expect(writes.insert?.()).rejects.toThrow("nothing was asked here");
    await database.pool.query("DROP TRIGGER asked ON stones");
  });

  it("may read, and put in order what has to be", async () => {
    const read = () => db().selectFrom("stones").selectAll().execute();
    expect(await askingInTransactions(lost, read)).toEqual([{ id: 1, weight: 1, under: null }]);
    await askingInTransactions(lost, () => regardlessOfRights(async () => writes.delete?.()));
    expect(await countOf()).toEqual({ count: 0, max: null });
  });

  it("needs no second connection to ask", async () => {
    const only = openDatabase(database.connectionString, { maxConnections: 1 });
    const ask = async (tx: Tx) => void (await sql`SELECT FROM stones`.execute(tx));
    await askingInTransactions(ask, () =>
      Promise.all([1, 2].map((id) => sql`UPDATE stones SET weight = 7 WHERE id = ${id}`.execute(only.db))),
    );
    await only.close();
    expect(await countOf()).toEqual({ count: 1, max: 7 });
  });

  it("isn't one of the whole process that the call happened to begin", async () => {
    const failures: unknown[] = [];
    const sweep = new OneAtATime(
      async () => void (await writes.delete?.()),
      (error) => failures.push(error),
    );
    await askingInTransactions(lost, async () => sweep.run());
    await sweep.idle();
    expect([failures, await countOf()]).toEqual([[], { count: 0, max: null }]);
  });

  it("leaves its connection to others when it fails", async () => {
    const wrong = () => sql`INSERT INTO stones VALUES (1, -1)`.execute(database.db);
    for (let i = 0; i < 12; i++) await expect(askingInTransactions(async () => undefined, wrong)).rejects.toThrow();
    await askingInTransactions(
      async () => undefined,
      () => writes.delete?.() ?? Promise.reject(),
    );
    expect(await countOf()).toEqual({ count: 0, max: null });
  });
});
