import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api";
import { DomainError, type ErrorCode, httpStatusOf } from "../../contract/errors";
import { meaningOfConstraint } from "./constraint-refusals";
import { installErrorHandler, toDomainError } from "./error-handler";

describe("an error that nobody foresaw", () => {
  it("is logged with all it says, and answered with nothing of it", async () => {
    const lines: string[] = [];
    const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
    installErrorHandler(app);
    app.get("/", () => {
      throw new Error("password=hunter2 at /srv/secret");
    });
    const { statusCode, body } = await app.inject("/");
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({ code: "internal_error", detail: expect.any(String) });
    expect(body).not.toContain("hunter2");
    expect(lines.join("")).toContain("hunter2");
    await app.close();
  });
});

describe("a refusal", () => {
  it("tells a client how to sign in, or that its token is no longer good, or when to come again", async () => {
    const app = fastify();
    installErrorHandler(app);
    app.get<{ Params: { code: ErrorCode } }>("/:code", ({ params }) => {
      throw new DomainError(params.code, "No.");
    });
    const headersOf = async (code: ErrorCode, headers: Record<string, string> = {}) =>
      (await app.inject({ url: `/${code}`, headers })).headers;
    expect((await headersOf("unauthenticated"))["www-authenticate"]).toBe("Bearer");
    const expired = await headersOf("token_expired", { authorization: "Bearer x" });
    expect(expired["www-authenticate"]).toBe('Bearer error="invalid_token"');
    expect((await headersOf("unavailable"))["retry-after"]).toBe("10");
    expect((await headersOf("too_many_requests"))["retry-after"]).toBe("10");
    const forbidden = await headersOf("forbidden");
    expect([forbidden["www-authenticate"], forbidden["retry-after"]]).toEqual([undefined, undefined]);
    await app.close();
  });
});

describe("constraints of the database", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it("exist by the names that have a meaning, and mean a code of the contract", async () => {
    const { rows } = await api.database.pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION SELECT indexname FROM pg_indexes WHERE schemaname = 'public'`,
    );
    const names = rows.map((row) => row.name);
    for (const [constraint, { code }] of Object.entries(meaningOfConstraint)) {
      expect(names).toContain(constraint);
      expect(httpStatusOf[code]).toBeLessThan(500);
    }
  });

  it("[VALID-12] hold where the application would let something through", async () => {
    const insert = (values: Record<string, unknown>) =>
      api.database.pool.query(
        `INSERT INTO quests (organization_id, ${Object.keys(values)}) VALUES (1, ${Object.keys(values).map((_, at) => `$${at + 1}`)})`,
        Object.values(values),
      );
    for (const values of [
      { quest_name: "ab" },
      { quest_name: "a".repeat(121) },
      { quest_name: "fine", quest_difficulty: 6 },
      { quest_name: "fine", quest_status: "OPEN" },
      { quest_name: "fine", quest_type: "FISH" },
      { quest_name: "fine", adventurer_limit: 0 },
      { quest_name: "no such organization" },
    ]) {
      const refusal = await insert(values).then(
        () => undefined,
        (error: unknown) => toDomainError(error),
      );
      expect(refusal?.code, JSON.stringify(values)).toMatch(/^(validation_failed|organization_not_found)$/);
    }
  });

  it("says ready only while the database answers, and keeps tokens and signatures out of the log", async () => {
    expect((await api.call("GET", "/health/ready")).body).toEqual({ status: "ready" });
    expect((await api.call("GET", "/health/live")).body).toEqual({ status: "live" });
    const token = await api.mintToken({ username: "alice" });
    await api.call("GET", "/adventurers/alice/quests?signature=tell-nobody", { token });
    await expect.poll(() => JSON.stringify(api.log)).toContain("/api/adventurers/alice/quests");
    expect(JSON.stringify(api.log)).not.toContain(token.slice(-20));
    expect(JSON.stringify(api.log)).not.toContain("tell-nobody");
  });
});
