import { fastify } from "fastify";
import { describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization } from "../../../test/factories.ts";
import { httpStatusOf } from "../../contract/errors.ts";
import { EvaluationStopped } from "../../protocol/expressions/meter.ts";
import { readMessages } from "../../texts/texts-of.ts";
import { constraintOf } from "../database/connection.ts";
import { DomainError, type Refusal } from "../refusals/domain-error.ts";
import { installErrorHandler, refusalOfConstraint, toDomainError } from "./error-handler.ts";

describe("an unexpected error", () => {
  it("is logged in full, and answered without details", async () => {
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
  it("names the answer at which an evaluation took too many steps", () => {
    const refusal = toDomainError(new EvaluationStopped("g.0.total"));
    expect([refusal.status, refusal.toBody().info]).toEqual([
      422,
      [{ path: "measurements.g.0.total", message: expect.stringContaining("too long to check") }],
    ]);
  });

  it("tells a client how to sign in, that its token is invalid, or when to retry", async () => {
    const app = fastify();
    installErrorHandler(app);
    app.get<{ Params: { code: Refusal } }>("/:code", ({ params }) => {
      throw new DomainError(params.code);
    });
    const headersOf = async (code: Refusal, headers: Record<string, string> = {}) =>
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

describe("the log of security events", () => {
  it("reports denied access, forged tokens and limits, by ids and address, and nothing else", async () => {
    const lines: string[] = [];
    const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
    installErrorHandler(app);
    app.decorateRequest("identity", undefined);
    app.addHook("onRequest", async (request) => {
      Object.assign(request, { identity: { subject: "1f0e", username: "mallory" } });
    });
    app.get<{ Params: { code: Refusal } }>("/refuse/:code", ({ params }) => {
      throw new DomainError(params.code);
    });
    const headers = { authorization: "Bearer a.forged.token" };
    for (const code of [
      "forbidden.adminsOnly",
      "unauthenticated",
      "token_expired",
      "too_many_requests",
      "quest_full",
    ]) {
      await app.inject({ url: `/refuse/${code}?email=mallory@example.org`, headers });
    }
    await app.close();
    const events = lines.map((line) => JSON.parse(line)).filter(({ security_event }) => security_event);
    expect(events.map(({ security_event }) => security_event)).toEqual([
      "access.refused",
      "token.refused",
      "limit.reached",
    ]);
    expect(events[0]).toMatchObject({
      account_id: "1f0e",
      address: "127.0.0.1",
      request_id: expect.stringMatching(/^req-/),
      code: "forbidden",
      method: "GET",
      route: "/refuse/:code",
    });
    expect(JSON.stringify(events)).not.toMatch(/mallory|forged/);
  });
});

describe("the message of a refusal", () => {
  async function answerTo(headers: Record<string, string>) {
    const app = fastify();
    installErrorHandler(app);
    app.get("/", () => {
      throw new DomainError("comment_required", { field: "comment" });
    });
    const { body } = await app.inject({ url: "/", headers });
    await app.close();
    return JSON.parse(body);
  }

  it("is English by default", async () => {
    const english = {
      code: "comment_required",
      detail: "Describe what to change.",
      info: [{ path: "comment", message: "Describe what to change." }],
    };
    expect(await answerTo({})).toEqual(english);
    expect(await answerTo({ "accept-language": "xx-YY, en;q=0.5" })).toEqual(english);
  });

  it("is in the chosen language, with the same code", async () => {
    const { code, detail, info } = await answerTo({ cookie: "language=en-XB" });
    expect(code).toBe("comment_required");
    expect(detail).not.toMatch(/Describe what/);
    expect(info).toEqual([{ path: "comment", message: detail }]);
  });

  it("exists for every code of the contract", () => {
    const texts = readMessages("en");
    for (const code of Object.keys(httpStatusOf)) expect(texts[`refusals.${code}`], code).toBeTruthy();
  });
});

describe("constraints of the database", () => {
  const api = usingApi();

  it("exist by these names, and map to codes of the contract", async () => {
    const { rows } = await api.database.pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       UNION SELECT indexname FROM pg_indexes WHERE schemaname = 'public'`,
    );
    const names = rows.map((row) => row.name);
    for (const [constraint, refusal] of Object.entries(refusalOfConstraint)) {
      expect(names).toContain(constraint);
      expect(new DomainError(refusal).status, constraint).toBeLessThan(500);
    }
  });

  it("[VALID-12] apply even if the application lets a value through", async () => {
    const organization_id = await makeOrganization(api);
    const insert = (values: Record<string, unknown>) => {
      const row = { organization_id, quest_name: "fine", ...values };
      const places = Object.keys(row).map((_, at) => `$${at + 1}`);
      return api.database.pool
        .query(`INSERT INTO quests (${Object.keys(row)}) VALUES (${places})`, Object.values(row))
        .then(
          () => "inserted",
          (error: unknown) => [constraintOf(error), toDomainError(error).code],
        );
    };
    expect(await insert({})).toBe("inserted");
    expect(await insert({ quest_name: "ab" })).toEqual(["quests_name_length", "validation_failed"]);
    expect(await insert({ quest_name: "a".repeat(121) })).toEqual(["quests_name_length", "validation_failed"]);
    expect(await insert({ quest_difficulty: 6 })).toEqual(["quests_difficulty_range", "validation_failed"]);
    expect(await insert({ quest_status: "OPEN" })).toEqual(["quests_status_known", "validation_failed"]);
    expect(await insert({ quest_type: "FISH" })).toEqual(["quests_type_known", "validation_failed"]);
    expect(await insert({ adventurer_limit: 0 })).toEqual(["quests_adventurer_limit_range", "validation_failed"]);
    expect(await insert({ organization_id: organization_id + 1 })).toEqual([
      "quests_organization_exists",
      "organization_not_found",
    ]);
  });

  it("reports ready only while the database responds, and keeps tokens and signatures out of the log", async () => {
    expect((await api.call("GET", "/health/ready")).body).toEqual({ status: "ready" });
    expect((await api.call("GET", "/health/live")).body).toEqual({ status: "live" });
    const token = await api.mintToken({ username: "alice" });
    await api.call("GET", "/adventurers/alice/quests?signature=tell-nobody", { token });
    await expect.poll(() => JSON.stringify(api.log)).toContain("/api/adventurers/:username/quests");
    expect(JSON.stringify(api.log)).not.toContain(token.slice(-20));
    expect(JSON.stringify(api.log)).not.toContain("tell-nobody");
  });
});
