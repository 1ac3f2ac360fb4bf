import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { openDatabase } from "./connection.ts";

describe("connection", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("reads a date as written, in any time zone", async () => {
    const { rows } = await database.pool.query("SELECT date '2026-03-29' AS day, NULL::date AS none");
    expect(rows).toEqual([{ day: "2026-03-29", none: null }]);
  });

  it("reads a bigint as a number, and rejects one that is too large", async () => {
    const { rows } = await database.pool.query(
      "SELECT count(*), 9007199254740991 AS largest FROM generate_series(1, 3)",
    );
    expect(rows).toEqual([{ count: 3, largest: Number.MAX_SAFE_INTEGER }]);
    await expect(database.pool.query("SELECT 9007199254740993")).rejects.toThrow("too large to be a number");
    await expect(database.pool.query("SELECT 1 AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it("leaves other types to pg", async () => {
    const { rows } = await database.pool.query(
      "SELECT timestamptz '2026-01-02T03:04:05Z' AS at, 1.50::numeric AS price",
    );
    expect(rows).toEqual([{ at: new Date("2026-01-02T03:04:05Z"), price: "1.50" }]);
  });

  it("cancels slow statements", async () => {
    const { pool, close } = openDatabase(database.connectionString, { statementTimeoutMs: 50 });
    await expect(pool.query("SELECT pg_sleep(20)")).rejects.toThrow("statement timeout");
    await close();
  });

  it("survives and logs the loss of an idle connection", async () => {
    const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const { pool, close } = openDatabase(database.connectionString, { logger });
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await vi.waitFor(
      () => expect(logger.warn).toHaveBeenCalledWith(expect.anything(), "lost an idle database connection"),
      10_000,
    );
    await expect(pool.query("SELECT 1 AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await close();
  });

  it("survives the loss of a busy connection, between statements and during one", async () => {
    const { pool, close } = openDatabase(database.connectionString);
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const lost = new Promise((resolve) => client.once("end", () => resolve(undefined)));
    await database.pool.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
    await lost;
    await expect(client.query("SELECT 1")).rejects.toThrow(/connection/i);
    client.release();
    // Awaited below; it may reject before that.
    const refused = expect(pool.query("SELECT pg_sleep(20) /* to be lost */")).rejects.toThrow();
    await vi.waitFor(async () => {
      const found = await database.pool.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%to be lost%' AND datname = current_database() AND pid <> pg_backend_pid()",
      );
      expect(found.rowCount).toBe(1);
    }, 10_000);
    await refused;
    await expect(pool.query("SELECT 1 AS one")).resolves.toMatchObject({ rows: [{ one: 1 }] });
    await close();
  });

  it("can be closed twice", async () => {
    const { pool, close } = openDatabase(database.connectionString);
    await pool.query("SELECT 1");
    await Promise.all([close(), close()]);
    await close();
  });
});
