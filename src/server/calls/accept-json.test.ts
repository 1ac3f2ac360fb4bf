import { request } from "node:http";
import { text } from "node:stream/consumers";
import Fastify from "fastify";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, questPayload } from "../../../test/factories.ts";
import { acceptJson } from "./accept-json.ts";
import { installErrorHandler } from "./error-handler.ts";

const api = usingApi();
let organizationId: number;
let questId: number;

beforeAll(async () => {
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
});

async function post(path: string, text: string, method = "POST") {
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${await api.mintToken({ username: "admin" })}`,
  };
  const response = await fetch(`${api.origin}/api${path}`, { method, headers, body: text });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe("a JSON body that trickles", () => {
  it("ends when its time is over, also if a byte comes now and then; one in time is read", async () => {
    const app = Fastify({ loggerInstance: api.app.log });
    acceptJson(app, { bodyMsMax: 250 });
    installErrorHandler(app);
    app.post("/", async ({ body }) => body);
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    try {
      const sent = request(origin, { method: "POST", headers: { "content-type": "application/json" } });
      const answered = new Promise<[number | undefined, string]>((resolve, reject) => {
        sent.on("error", reject).on("response", (response) => {
          resolve(text(response).then((body) => [response.statusCode, body]));
        });
      });
      sent.write('{"a":"');
      const drops = setInterval(() => sent.write("b"), 20);
      const [status, body] = await answered.finally(() => clearInterval(drops));
      expect([status, JSON.parse(body).code]).toEqual([400, "invalid_request"]);
      sent.destroy();
      const headers = { "content-type": "application/json" };
      const whole = await fetch(origin, { method: "POST", headers, body: '{"a":"b"}' });
      expect(await whole.json()).toEqual({ a: "b" });
    } finally {
      await app.close();
    }
  });
});

describe("a web address with a NUL", () => {
  const address = "https://a.example/\u0000";
  it.each([
    ["web_site", "PUT", () => `/organizations/${organizationId}`, { web_site: address }],
    ["address", "POST", () => `/quests/${questId}/webhooks`, { address, events: ["point.accepted"] }],
    ["endpoint", "POST", () => "/account/push-subscriptions", { endpoint: address }],
    ["endpoint", "DELETE", () => "/account/push-subscriptions", { endpoint: address }],
  ])("is refused: %s of %s", async (field, method, path, json) => {
    const details = { organization_name: "Institute", organization_email: "a@example.org" };
    const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
    const body = { ...details, about: null, contact: null, logo: null, keys, ...json };
    const answer = await api.call(method, path(), { as: "admin", json: body });
    expect([answer.status, answer.body.info]).toEqual([422, [expect.objectContaining({ path: field })]]);
  });
});

const repeated = (unit: string, count: number) => Array<string>(count).fill(unit).join(",");

describe("a JSON body", () => {
  it.each([
    ["nested too deeply", "[".repeat(50_000)],
    ["nested too deeply", `${'{"a":'.repeat(21)}1${"}".repeat(21)}`],
    ["too many values", `[${repeated("0", 20_000)}]`],
  ])("that holds too much is refused as %s", async (what, text) => {
    const { status, body } = await post("/organizations", text);
    expect([status, body.code]).toEqual([413, "request_too_large"]);
    expect(body.detail).toContain(what);
  });

  it("of a quest may have a field with 10,000 options in three languages", async () => {
    const label = { en: "Oak", de: "Eiche", fr: "Chêne" };
    const options = Array.from({ length: 10_000 }, (_, index) => ({ value: `o${index}`, label }));
    const protocol = { fields: [{ key: "tree", kind: "choice" as const, label: "Tree", options }] };
    const { status } = await api.call("POST", "/quests", {
      as: "admin",
      json: questPayload(organizationId, { protocol }),
    });
    expect(status).toBe(201);
  });

  it("gets only the first fault if it has more than 2,000 values", async () => {
    const options = JSON.parse(`[${repeated("{}", 9_000)}]`);
    const fields = Array.from({ length: 10 }, (_, at) => ({ key: `f${at}`, kind: "choice", label: "Which?", options }));
    const json = { ...questPayload(organizationId), protocol: { fields } };
    const long = await post(`/quests/${questId}`, JSON.stringify(json), "PUT");
    expect([long.status, long.body.info.length]).toEqual([422, 1]);
    expect(long.body.info[0].path).toMatch(/^protocol\.fields\.0\.options\.0/);
    const short = { ...json, protocol: { fields: [{ ...fields[0], options: options.slice(0, 900) }] } };
    const answer = await post(`/quests/${questId}`, JSON.stringify(short), "PUT");
    expect([answer.status, answer.body.info.length]).toEqual([422, 100]);
  });

  it.each(["revisions", "seen_reviews", "edited_at"])("names at most 500 data points in %s", async (name) => {
    const id = "0190a1b2-7c3d-4e5f-8a6b-000000000001";
    const names = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`${at}`, null]));
    const answer = await post(
      "/quest_data/reviews",
      JSON.stringify({ ids: [id], decision: "accepted", [name]: names }),
      "PUT",
    );
    expect([answer.status, answer.body.info]).toEqual([
      422,
      [{ path: name, message: "List must contain at most 500 item(s)" }],
    ]);
  });
});
