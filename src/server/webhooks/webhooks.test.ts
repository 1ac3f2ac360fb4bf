import { createHmac, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { type Posted, startReceiver } from "../../../test/receiver.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import type { MadeWebhook, WebhookDelivery } from "../../contract/webhooks.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { OutwardPosts } from "../outward/outward-posts.ts";
import { publishWaiting } from "../results/publish-points.ts";
import { announceRelease, queueDueWebhooks, sweepDeliveries } from "./delivery-queries.ts";
import { sendDue } from "./send-webhook.ts";

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let receiver: Receiver;
let other: Receiver;
let api: TestApi;
let organizationId: number;
let photo: Buffer;

beforeAll(async () => {
  [receiver, other] = [await startReceiver(), await startReceiver()];
  // Nothing is sent unless a test does it.
  api = await startTestApi({ WEBHOOK_ORIGINS: `${receiver.origin} ${other.origin}`, JOB_POLL_SECONDS: "3600" });
  organizationId = await makeOrganization(api);
  photo = await makePhoto({ width: 32, height: 24 });
  await makeMember(api, organizationId, "carla", "coordinator");
});
afterAll(async () => {
  await api.close();
  await receiver.close();
  await other.close();
});
beforeEach(() => {
  receiver.reset();
  other.reset();
});

const exact = { visibility: "public", positions: "exact" } as const;
const coarse = { visibility: "public", positions: 0.01 } as const;
const make = async (changes: Partial<QuestFormInput> = {}) => (await makeQuest(api, organizationId, changes)).id;
const everyEvent = ["point.accepted", "point.withdrawn", "release.published"];
const pathOf = (questId: number, rest = "") => `/quests/${questId}/webhooks${rest}`;
const create = (questId: number, json: object) => api.call("POST", pathOf(questId), { as: "carla", json });
async function hook(questId: number, { address = `${receiver.origin}/hook`, events = everyEvent } = {}) {
  const { status, body } = await create(questId, { address, events });
  expect([status, body]).toMatchObject([201, {}]);
  return body as MadeWebhook;
}
const list = async (questId: number) => (await api.call("GET", pathOf(questId), { as: "carla" })).body;
async function deliveries(questId: number, id: number): Promise<WebhookDelivery[]> {
  const { status, body } = await api.call("GET", pathOf(questId, `/${id}/deliveries`), { as: "carla" });
  expect(status).toBe(200);
  return body;
}
const review = (id: string, decision: string) =>
  api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision, comment: "As asked." } });
async function accepted(questId: number, username = "alice"): Promise<string> {
  await join(api, username, questId);
  const { body } = await api.upload(username, questId, uploadForm(photo, { captured_at: "2026-05-04T08:15:42Z" }));
  expect((await review(body.id, "accepted")).status).toBe(200);
  return body.id;
}
/** What the worker does, at a moment. */
async function send(id: number, now = later(1_000)): Promise<void> {
  const { services, database } = api;
  await sendDue({ ...services, db: database.db, now: async () => now }, id).catch((error) => {
    if (!(error instanceof RunLater)) throw error;
  });
}
const bodies = (of = receiver) => of.posted.map(({ body }) => JSON.parse(body));
const later = (ms: number) => new Date(Date.now() + ms);
/** The present is read in milliseconds, and what was written in the same one isn't due yet. */
const makeDue = () =>
  api.database.pool.query("UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - interval '1 second'");
/** Messages that wait, without data points. */
const releases = (webhookId: number, count: number) =>
  sql`INSERT INTO webhook_deliveries (webhook_id, event, release_number)
    SELECT ${webhookId}, 'release.published', n FROM generate_series(1, ${count}::integer) n`.execute(api.database.db);

/** Checks the signature with code of its own. */
function expectSigned({ headers, body }: Posted, secret: string): void {
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(content).digest("base64")}`);
}

describe("a webhook", () => {
  it("[CALL-50] is listed without its secret, which is shown once", async () => {
    const id = await make();
    const { secret, ...made } = await hook(id, { events: ["point.accepted", "point.accepted"] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toEqual({
      id: expect.any(Number),
      address: `${receiver.origin}/hook`,
      events: ["point.accepted"],
      created_at: expect.any(String),
      off: null,
      failing_since: null,
      last_delivered_at: null,
    });
    expect(await list(id)).toEqual([made]);
    const put = await api.call("PUT", pathOf(id, `/${made.id}`), {
      as: "carla",
      json: { address: `${other.origin}/`, events: ["release.published"], on: false },
    });
    expect(put.body).toEqual({
      ...made,
      address: `${other.origin}/`,
      events: ["release.published"],
      off: { at: expect.any(String), reason: "team" },
    });
    await announceRelease(api.database.db, id, 1);
    expect(await deliveries(id, made.id)).toEqual([]);
    expect((await api.call("DELETE", pathOf(id, `/${made.id}`), { as: "carla" })).status).toBe(204);
    expect(await list(id)).toEqual([]);
    const logged = api.log.map((line) => JSON.stringify(line)).join("\n");
    for (const event of ["created", "changed", "removed"]) expect(logged).toContain(`webhook.${event}`);
    expect(logged).not.toContain(secret.slice(6));
    expect(logged).not.toContain(`${receiver.origin}/hook`);
  });

  const refusedAddresses = [
    "http://lab.example/hook",
    "https://127.0.0.1/hook",
    "https://2130706433/hook",
    "https://10.1.2.3/hook",
    "https://[::1]/hook",
    "https://[::ffff:10.0.0.1]/hook",
    "https://169.254.169.254/latest/meta-data",
    "https://user:secret@lab.example/hook",
    "ftp://lab.example/hook",
    "lab.example",
    "",
    `https://lab.example/${"x".repeat(500)}`,
  ];
  it("to addresses that lead inward, or are none, is refused", async () => {
    const id = await make();
    const events = ["point.accepted"];
    const { id: webhook } = await hook(id);
    for (const address of refusedAddresses) {
      const { status, body } = await create(id, { address, events });
      expect([status, body.info?.[0].path], address).toEqual([422, "address"]);
      const put = await api.call("PUT", pathOf(id, `/${webhook}`), { as: "carla", json: { address, events } });
      expect([put.status, put.body.info?.[0].path], address).toEqual([422, "address"]);
    }
    expect(await list(id)).toMatchObject([{ address: `${receiver.origin}/hook` }]);
  });

  it.each([[[]], [["point.measured"]]])("for the events %j is refused", async (events) => {
    expect((await create(await make(), { address: "https://lab.example/", events })).status).toBe(422);
  });

  it("is one of ten at most", async () => {
    const id = await make();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create(id, { address: "https://lab.example/", events: ["point.accepted"] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("webhooks_exhausted");
  });

  it("of another quest, and its deliveries, are not there", async () => {
    const [id, foreign] = [await make(), await make()];
    const { id: webhook } = await hook(foreign);
    await announceRelease(api.database.db, foreign, 1);
    const [delivery] = await deliveries(foreign, webhook);
    const { id: own } = await hook(id);
    const json = { address: `${other.origin}/`, events: ["point.accepted"] };
    const ask = (method: string, rest: string) =>
      api.call(method, pathOf(id, rest), { as: "carla", ...(method === "PUT" && { json }) });
    for (const answer of [
      await ask("PUT", `/${webhook}`),
      await ask("DELETE", `/${webhook}`),
      await ask("GET", `/${webhook}/deliveries`),
      await ask("POST", `/${webhook}/deliveries/${delivery?.id}/attempts`),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, "webhook_not_found"]);
    }
    const again = await ask("POST", `/${own}/deliveries/${delivery?.id}/attempts`);
    expect([again.status, again.body.code]).toEqual([404, "webhook_delivery_not_found"]);
    expect(await list(foreign)).toMatchObject([{ id: webhook, address: `${receiver.origin}/hook` }]);
    expect((await api.call("GET", pathOf(999_999), { as: "admin" })).body.code).toBe("quest_not_found");
  });

  it("goes with its quest", async () => {
    const id = await make({ quest_status: "INACTIVE" });
    const { id: webhook } = await hook(id);
    await announceRelease(api.database.db, id, 1);
    expect((await api.call("DELETE", `/quests/${id}`, { as: "admin" })).status).toBe(204);
    const rows = api.database.db.selectFrom("webhook_deliveries").select("id").where("webhook_id", "=", webhook);
    expect(await rows.execute()).toEqual([]);
  });
});

describe("what a webhook is told", () => {
  it("[CALL-52] is signed, and has what everybody sees of a data point", async () => {
    const id = await make({ results: exact });
    const { id: webhook, secret } = await hook(id);
    const point = await accepted(id);
    await send(webhook);
    const [posted] = receiver.posted as [Posted];
    expectSigned(posted, secret);
    expect(posted).toMatchObject({ path: "/hook", headers: { "content-type": "application/json" } });
    expect(Math.abs(Number(posted.headers["webhook-timestamp"]) - Date.now() / 1_000)).toBeLessThan(60);
    const { body: shown } = await api.call("GET", `/quests/${id}/results/points`);
    const [delivery] = await deliveries(id, webhook);
    expect(JSON.parse(posted.body)).toEqual({
      type: "point.accepted",
      timestamp: delivery?.occurred_at,
      data: { quest_id: id, point_id: point, point: shown[0] },
    });
    expect(shown[0]).toMatchObject({ id: point, coordinates: [21.9701, -159.3702] });
    expect(delivery).toMatchObject({
      message_id: posted.headers["webhook-id"],
      state: "delivered",
      attempts: 1,
      last_status: 204,
      last_failure: null,
      next_attempt_at: null,
    });
    expect((await list(id))[0].last_delivered_at).toBe(delivery?.last_attempt_at);
  });

  it("[CALL-52] of a coarse data point has neither its position nor its time, and no photo's hash", async () => {
    const id = await make({ results: coarse });
    const { id: webhook } = await hook(id);
    const point = await accepted(id);
    await review(point, "denied");
    await send(webhook);
    await review(point, "accepted");
    await send(webhook);
    const [former, , again] = bodies();
    // Denied when it was sent.
    expect(former.data).toEqual({ quest_id: id, point_id: point, point: null });
    expect(again.data.point).toMatchObject({ coordinates: [21.97, -159.37], day: "2026-05-03", measured_at: null });
    const text = receiver.posted.map(({ body }) => body).join();
    for (const secret of ["21.9701", "159.3702", "08:15", "alice", "sha256"]) expect(text).not.toContain(secret);
  });

  it("[CALL-52] of hidden results names no data point", async () => {
    const id = await make();
    const { id: webhook } = await hook(id);
    const point = await accepted(id);
    await review(point, "denied");
    await send(webhook);
    expect(bodies().map(({ type, data }) => [type, data])).toEqual([
      ["point.accepted", { quest_id: id, point_id: null, point: null }],
      ["point.withdrawn", { quest_id: id, point_id: null }],
    ]);
    expect(receiver.posted.map(({ body }) => body).join()).not.toContain(point);
  });

  it("comes when decisions come: once each, by anyone's hand, and not before a transaction is sure", async () => {
    const id = await make({ results: exact });
    const { id: webhook } = await hook(id);
    const point = await accepted(id);
    const told = async () => (await deliveries(id, webhook)).map(({ event }) => event).reverse();
    expect(await told()).toEqual(["point.accepted"]);
    await review(point, "accepted");
    await api.database.pool.query("UPDATE quest_data SET revision = revision WHERE id = $1", [point]);
    expect(await told()).toEqual(["point.accepted"]);
    await review(point, "change_requested");
    await review(point, "denied");
    await review(point, "accepted");
    await api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: { ids: [point] } });
    expect(await told()).toEqual(["point.accepted", "point.withdrawn", "point.accepted", "point.withdrawn"]);
    await review(point, "accepted");
    await api.database.pool.query("BEGIN; UPDATE quest_data SET review_decision = NULL; ROLLBACK");
    await api.database.pool.query("DELETE FROM reviews WHERE quest_data_id = $1", [point]);
    await api.database.pool.query("DELETE FROM quest_data WHERE id = $1", [point]);
    expect((await told()).slice(4)).toEqual(["point.accepted", "point.withdrawn"]);
    await send(webhook);
    expect(bodies().at(-1)).toMatchObject({ type: "point.withdrawn", data: { quest_id: id, point_id: point } });
  });

  it("is only what it asked for", async () => {
    const id = await make();
    const { id: webhook } = await hook(id, { events: ["point.withdrawn"] });
    const point = await accepted(id);
    await announceRelease(api.database.db, id, 1);
    await review(point, "denied");
    expect((await deliveries(id, webhook)).map(({ event }) => event)).toEqual(["point.withdrawn"]);
  });

  it("[CALL-52] has the number of a release, if its transaction is committed", async () => {
    const [id, elsewhere] = [await make(), await make()];
    const [{ id: webhook }, { id: third }] = [await hook(id), await hook(elsewhere)];
    await announceRelease(api.database.db, id, 3);
    const failing = api.database.db.transaction().execute(async (tx) => {
      await announceRelease(tx, id, 4);
      throw new Error("no release");
    });
    await expect(failing).rejects.toThrow("no release");
    await send(webhook);
    expect(bodies()).toMatchObject([{ type: "release.published", data: { quest_id: id, number: 3 } }]);
    expect(await deliveries(elsewhere, third)).toEqual([]);
  });

  it("comes once for a release that somebody publishes", async () => {
    const id = await make({ results: exact });
    await accepted(id);
    const { id: webhook } = await hook(id);
    const json = { licence: "CC0-1.0", notes: "Measured with tapes.", authors: [{ name: "Ana Silva" }] };
    expect((await api.call("POST", `/quests/${id}/releases`, { as: "carla", json })).status).toBe(202);
    const told = () => deliveries(id, webhook);
    await vi.waitFor(async () => expect(await told()).toMatchObject([{ event: "release.published" }]), 20_000);
    await send(webhook);
    expect(bodies()).toMatchObject([{ type: "release.published", data: { quest_id: id, number: 1 } }]);
    expect((await api.call("GET", `/quests/${id}/releases/1`)).body.state).toBe("published");
  });

  it("waits for a data point that isn't published yet", async () => {
    const id = await make({ results: exact });
    const { id: webhook } = await hook(id);
    const point = await accepted(id);
    // Somebody is publishing it.
    await api.database.pool.query("DELETE FROM points_to_publish WHERE point_id = $1", [point]);
    await send(webhook);
    expect(receiver.posted).toEqual([]);
    expect(await deliveries(id, webhook)).toMatchObject([{ state: "waiting", attempts: 0 }]);
    await api.database.pool.query("INSERT INTO points_to_publish VALUES ($1, $2)", [id, point]);
    await publishWaiting(api.database.db);
    await send(webhook, later(6_000));
    expect(bodies()).toMatchObject([{ data: { point: { id: point } } }]);
  });
});

describe("a message that isn't taken", () => {
  async function told(count = 1) {
    const questId = await make();
    const webhook = await hook(questId);
    await releases(webhook.id, count);
    return { questId, ...webhook };
  }
  const refuse = () => {
    receiver.answer = (_request, response) => void response.writeHead(500).end();
  };

  it("[CALL-52] comes again under its id, with growing pauses, for three days", async () => {
    const { questId, id, secret } = await told();
    refuse();
    const begun = Date.now() + 1_000;
    const times: number[] = [];
    for (let now = new Date(begun); ; ) {
      await send(id, now);
      times.push(now.getTime() - begun);
      const [delivery] = await deliveries(questId, id);
      if (delivery?.next_attempt_at == null) break;
      expect(delivery).toMatchObject({ state: "waiting", last_status: 500, last_failure: "status" });
      expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(now.getTime());
      // The webhook rests for longer than the first pause.
      now = new Date(Date.parse(delivery.next_attempt_at) + 6_000);
    }
    expect(receiver.posted).toHaveLength(10);
    expect(new Set(receiver.posted.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    for (const posted of receiver.posted) expectSigned(posted, secret);
    expect(new Set(receiver.posted.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    expect(times.at(-1)).toBeGreaterThan(65 * 3_600_000);
    expect(await deliveries(questId, id)).toMatchObject([{ state: "failed", attempts: 10 }]);
    expect((await list(questId))[0].failing_since).not.toBeNull();
    await send(id, later(100 * 3_600_000));
    expect(receiver.posted).toHaveLength(10);
  });

  it("[CALL-51] is sent again at once when somebody asks for it, and is told like a new one", async () => {
    const { questId, id } = await told();
    refuse();
    await send(id, later(70 * 3_600_000));
    const [failed] = await deliveries(questId, id);
    expect(failed?.state).toBe("failed");
    receiver.reset();
    const again = () => api.call("POST", pathOf(questId, `/${id}/deliveries/${failed?.id}/attempts`), { as: "carla" });
    const answer = await again();
    expect([answer.status, answer.body]).toMatchObject([202, { state: "waiting", id: failed?.id }]);
    // By the worker itself: the call wakes it. The clock of the pause is ahead.
    await vi.waitFor(async () => expect(await deliveries(questId, id)).toMatchObject([{ state: "delivered" }]), 10_000);
    expect(receiver.posted.map(({ headers }) => headers["webhook-id"])).toEqual([failed?.message_id]);
    expect((await list(questId))[0].failing_since).toBeNull();
    await api.call("PUT", pathOf(questId, `/${id}`), {
      as: "carla",
      json: { address: `${receiver.origin}/hook`, events: everyEvent, on: false },
    });
    expect((await again()).body.code).toBe("webhook_off");
  });

  it("pauses the address that refused it, and not another one that it has by then", async () => {
    const { questId, id } = await told();
    const json = { address: `${other.origin}/`, events: everyEvent };
    receiver.answer = async (_request, response) => {
      await api.call("PUT", pathOf(questId, `/${id}`), { as: "carla", json });
      response.writeHead(500).end();
    };
    await send(id);
    expect(receiver.posted).toHaveLength(1);
    expect((await list(questId))[0]).toMatchObject({ address: json.address, failing_since: null });
  });

  it.each<[string, Receiver["answer"], object]>([
    ["500", (_, response) => void response.writeHead(500).end(), { last_status: 500, last_failure: "status" }],
    ["404", (_, response) => void response.writeHead(404).end(), { last_status: 404, last_failure: "status" }],
    [
      "a redirect inward",
      (_, response) => void response.writeHead(307, { location: `${other.origin}/metadata` }).end(),
      { last_status: 307, last_failure: "redirected" },
    ],
    [
      "a broken connection",
      (request) => request.socket.destroy(),
      { last_status: null, last_failure: "no_connection" },
    ],
  ])("because of %s says so", async (_, answer, expected) => {
    const { questId, id } = await told();
    receiver.answer = answer;
    await send(id);
    expect(await deliveries(questId, id)).toMatchObject([{ state: "waiting", attempts: 1, ...expected }]);
    expect([receiver.posted.length, other.posted.length]).toEqual([1, 0]);
  });

  it("because its name leads inward reads like one that leads nowhere", async () => {
    const questId = await make();
    const address = `https://localhost:${new URL(receiver.origin).port}/hook`;
    const { id } = await hook(questId, { address });
    await releases(id, 1);
    await send(id);
    expect(await deliveries(questId, id)).toMatchObject([{ last_status: null, last_failure: "no_connection" }]);
    expect(receiver.posted).toEqual([]);
    expect(api.log).toContainEqual(expect.objectContaining({ webhook: id, msg: "a webhook could not be called" }));
  });

  it("is sent when it is due by the database's clock, also by a process whose clock is behind", async () => {
    const { id } = await told();
    await makeDue();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 300_000 });
    await sendDue({ ...api.services, db: api.database.db }, id).finally(() => vi.useRealTimers());
    expect(receiver.posted).toHaveLength(1);
  });

  it("because the receiver hangs is given up after a while", async () => {
    const { questId, id } = await told();
    await makeDue();
    receiver.answer = () => undefined;
    const webhookPosts = new OutwardPosts({ allowedOrigins: [receiver.origin], timeoutMs: 200 });
    await sendDue({ ...api.services, webhookPosts }, id);
    expect(await deliveries(questId, id)).toMatchObject([{ last_status: null, last_failure: "timed_out" }]);
  });

  it("makes the others wait, and comes with them once one is taken", async () => {
    const { questId, id } = await told(12);
    refuse();
    await send(id);
    expect(receiver.posted).toHaveLength(5);
    await send(id);
    expect(receiver.posted).toHaveLength(5);
    receiver.reset();
    await send(id, later(30_000));
    expect(receiver.posted).toHaveLength(12);
    expect((await list(questId))[0].failing_since).toBeNull();
  });

  it("because the receiver is gone turns the webhook off; what waits is sent when it is on again", async () => {
    const { questId, id } = await told(7);
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await send(id);
    expect(receiver.posted).toHaveLength(5);
    expect(await list(questId)).toMatchObject([{ off: { reason: "gone" } }]);
    expect((await deliveries(questId, id)).map(({ next_attempt_at }) => next_attempt_at)).toEqual(Array(7).fill(null));
    await announceRelease(api.database.db, questId, 8);
    await send(id, later(60_000));
    expect(receiver.posted).toHaveLength(5);
    receiver.reset();
    const json = { address: `${receiver.origin}/hook`, events: everyEvent, on: true };
    expect((await api.call("PUT", pathOf(questId, `/${id}`), { as: "carla", json })).body.off).toBeNull();
    await send(id, later(60_000));
    expect(receiver.posted).toHaveLength(7);
  });
});

describe("many messages", () => {
  it("are sent five at a time", async () => {
    const { id } = await hook(await make());
    await releases(id, 60);
    const open: (() => void)[] = [];
    const together: number[] = [];
    // Answered when five have come; fewer at once would hang.
    receiver.answer = (_, response) => {
      open.push(() => response.writeHead(204).end());
      if (open.length === 5) setImmediate(() => together.push(open.splice(0).map((answer) => answer()).length));
    };
    // On a slow machine, its turn ends before they are all sent.
    for (let turn = 0; turn < 20 && receiver.posted.length < 60; turn++) await send(id);
    expect(receiver.posted).toHaveLength(60);
    expect(together).toEqual(Array(12).fill(5));
    expect(new Set(receiver.posted.map(({ headers }) => headers["webhook-id"])).size).toBe(60);
  });

  it("come again if the process ends before it noted that they were taken", async () => {
    const { id } = await hook(await make());
    await releases(id, 1);
    const broken = new Proxy(api.database.db, {
      get(db, name) {
        if (name === "updateTable") throw new Error("killed");
        const value = Reflect.get(db, name);
        return typeof value === "function" ? value.bind(db) : value;
      },
    });
    await expect(sendDue({ ...api.services, db: broken }, id)).rejects.toThrow("killed");
    await send(id);
    const ids = receiver.posted.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it("are listed in parts, newest first, and deleted after 30 days", async () => {
    const questId = await make();
    const { id } = await hook(questId);
    await releases(id, 5);
    const first = await api.call("GET", pathOf(questId, `/${id}/deliveries?limit=3`), { as: "carla" });
    const next = /<\/api(.+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await api.call("GET", next, { as: "carla" });
    const ids = [...first.body, ...second.body].map((delivery: WebhookDelivery) => delivery.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids).toHaveLength(5);
    const wrong = await api.call("GET", pathOf(questId, `/${id}/deliveries?after=x`), { as: "carla" });
    expect(wrong.status).toBe(422);
    await sql`UPDATE webhook_deliveries SET occurred_at = now() - interval '31 days' WHERE id = ${ids[4]}`.execute(
      api.database.db,
    );
    await sweepDeliveries(api.database.db);
    expect((await deliveries(questId, id)).map((delivery) => delivery.id)).toEqual(ids.slice(0, 4));
  });
});

describe("the worker", () => {
  let own: TestApi;
  beforeAll(async () => {
    own = await startTestApi({ WEBHOOK_ORIGINS: `${receiver.origin} ${other.origin}`, JOB_POLL_SECONDS: "1" });
  });
  afterAll(() => own.close());

  it("sends what is due, and a receiver that hangs holds up nobody else", async () => {
    const { id: questId } = await makeQuest(own, await makeOrganization(own, randomUUID()));
    const add = async (origin: string) =>
      (await own.call("POST", pathOf(questId), { as: "admin", json: { address: origin, events: everyEvent } })).body;
    const [slow, quick] = [await add(receiver.origin), await add(other.origin)];
    receiver.answer = () => undefined;
    for (let number = 1; number <= 30; number++) await announceRelease(own.database.db, questId, number);
    await vi.waitFor(() => expect(other.posted).toHaveLength(30), 15_000);
    expect(receiver.posted.length).toBeLessThanOrEqual(5);
    // The last answer is noted after it has come.
    await vi.waitFor(async () => expect(await queueDueWebhooks(own.database.db)).toBeLessThanOrEqual(1));
    expect([slow.id, quick.id]).toEqual([expect.any(Number), expect.any(Number)]);
  }, 20_000);
});

it("a quest's new organization decides who sees its webhooks", async () => {
  const id = await make();
  await hook(id);
  const elsewhere = await makeOrganization(api, "Institute of Moss");
  const json = questPayload(elsewhere);
  expect((await api.call("PUT", `/quests/${id}`, { as: "admin", json })).status).toBe(200);
  expect((await api.call("GET", pathOf(id), { as: "carla" })).status).toBe(403);
});
