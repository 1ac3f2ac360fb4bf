import { createDecipheriv, createECDH, createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { importJWK, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { languageOf } from "../../texts/languages.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { OutwardPosts } from "../outward/outward-posts.ts";
import { openVapid, PushService } from "./push-service.ts";

type Received = { path: string; headers: IncomingMessage["headers"]; body: Buffer };

/** A browser with its own key pair, and the push service that it uses. */
function makeBrowser(origin: string) {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  const path = `/${randomUUID()}`;
  return {
    path,
    own,
    auth,
    subscription: {
      endpoint: `${origin}${path}`,
      expirationTime: null,
      keys: { p256dh: own.getPublicKey("base64url"), auth: auth.toString("base64url") },
    },
  };
}
type Browser = ReturnType<typeof makeBrowser>;

/** Decrypts as RFC 8291 tells browsers to. */
function decrypt(body: Buffer, { own, auth }: Browser): unknown {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
  expect([body.readUInt32BE(16), keyLength]).toEqual([4096, 65]);
  const senderKey = body.subarray(21, 21 + keyLength);
  const content = body.subarray(21 + keyLength);
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, by, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own.getPublicKey(), senderKey]);
  const secret = derive(own.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(content.subarray(-16));
  const plain = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  expect(plain.at(-1)).toBe(2);
  return JSON.parse(plain.subarray(0, -1).toString());
}

let pushServer: Server;
/** Push services that take connections and never answer; open connections by port. */
let hanging: Server[];
const hangingOn = new Map<number, number>();
let origin: string;
let received: Received[];
/** The push service's answer; undefined: none. */
let status: number | undefined;
let api: TestApi;
let questId: number;

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function startHanging(): Promise<Server> {
  const server = createServer((request) => {
    const port = request.socket.localPort ?? 0;
    hangingOn.set(port, (hangingOn.get(port) ?? 0) + 1);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

beforeAll(async () => {
  pushServer = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    received.push({ path: request.url ?? "", headers: request.headers, body });
    if (status !== undefined) response.writeHead(status, { location: "http://127.0.0.1:9/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => pushServer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(pushServer.address() as AddressInfo).port}`;
  hanging = await Promise.all(Array.from({ length: 10 }, startHanging));
  const origins = [origin, ...hanging.map(originOf)].join(" ");
  api = await startTestApi({ PUSH_ORIGINS: origins, JOB_POLL_SECONDS: "1", PUBLIC_URL: "https://cairn.example.org" });
});
afterAll(async () => {
  await api.close();
  for (const server of [pushServer, ...hanging]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(async () => {
  received = [];
  status = 201;
  questId = (await makeQuest(api, await makeOrganization(api, `Keepers ${randomUUID()}`))).id;
});

const path = "/account/push-subscriptions";
const newcomer = () => `v-${randomUUID().slice(0, 8)}`;
const subscribe = (as: string, json: unknown) => api.call("POST", path, { as, json });
const announce = () =>
  api.call("POST", `/quests/${questId}/announcements`, {
    as: "admin",
    json: { title: "The river is closed", text: "Ask Ann at 21.97,-159.37.", to: "all" },
  });
const jobs = async () =>
  (await api.database.pool.query("SELECT attempts, run_at > now() AS waits FROM jobs WHERE kind = 'send-push'")).rows;
const noJobs = () => vi.waitFor(async () => expect(await jobs()).toEqual([]), 10_000);
const subscriptionsOf = async (username: string) =>
  (await api.database.pool.query("SELECT endpoint FROM push_subscriptions WHERE adventurer_id = $1", [username])).rows;

/** Someone who joined the quest and gets notifications. */
async function makeListener() {
  const [username, browser] = [newcomer(), makeBrowser(origin)];
  await join(api, username, questId);
  expect((await subscribe(username, browser.subscription)).status).toBe(204);
  return { username, browser };
}

const spanish = textsOf(languageOf("es"));
const speakSpanish = (username: string) =>
  api.call("PUT", `/adventurers/${username}/language`, { as: username, json: { language: "es" } });

describe("a notification", () => {
  it("[CALL-42] about an answer has the quest's name, neither question nor answer", async () => {
    const { username, browser } = await makeListener();
    await speakSpanish(username);
    const asked = await api.call("POST", `/quests/${questId}/questions`, { as: username, json: { text: "How far?" } });
    await api.call("POST", `/questions/${asked.body.id}/answers`, { as: "admin", json: { text: "Ask Ann." } });
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
    expect(decrypt(received[0]?.body ?? Buffer.alloc(0), browser)).toEqual({
      title: spanish.t("mails.push.answered"),
      body: "Bark of the mango trees",
      path: "/news",
      tag: `question-${asked.body.id}`,
    });
  });

  it("[CALL-42] about a release's thanks is in the volunteer's language", async () => {
    const { browser } = await makeListener();
    await api.database.pool.query(
      `WITH thanks AS (
        INSERT INTO announcements (quest_id, release_number, author, audience, title, text, recipients_expected)
        VALUES ($1, 3, 'admin', 'thanked', 'Quest', 'Thank you.', 1) RETURNING id)
      INSERT INTO jobs (kind, payload)
      SELECT 'send-push', jsonb_build_object('subscription', s.id, 'announcement', t.id)
      FROM push_subscriptions s, thanks t WHERE s.endpoint = $2`,
      [questId, browser.subscription.endpoint],
    );
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
    expect(decrypt(received[0]?.body ?? Buffer.alloc(0), browser)).toMatchObject({
      title: "Thanks for your data points in release 3",
      body: "Bark of the mango trees",
      path: "/news",
    });
  });

  it("[CALL-42] about an announcement is encrypted for the browser and signed by this installation", async () => {
    const { browser } = await makeListener();
    await announce();
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
    const [{ path: posted, headers, body } = { path: "", headers: {}, body: Buffer.alloc(0) }] = received;
    expect(posted).toBe(browser.path);
    expect(decrypt(body, browser)).toEqual({
      title: "The river is closed",
      body: "Bark of the mango trees",
      path: "/news",
      tag: expect.stringMatching(/^announcement-\d+$/),
    });
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: expect.stringMatching(/^\d+$/) });

    const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
    expect((await api.call("GET", `${path}/key`, { as: "alice" })).body).toEqual({ key });
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
    const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, "ES256");
    const { payload } = await jwtVerify(token, publicKey, { audience: origin });
    expect(payload.sub).toBe("https://cairn.example.org");
    expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThan(24 * 60 * 60);
  });

  it("[CALL-42] about reviewed data points comes once, after undo is over; undone, it doesn't come", async () => {
    const { username, browser } = await makeListener();
    await speakSpanish(username);
    const points: string[] = [];
    for (const seed of ["a", "b"]) {
      const photo = await makePhoto({ uniqueSeed: `${username} ${seed}` });
      points.push((await api.upload(username, questId, uploadForm(photo))).body.id);
    }
    const decide = (id: string | undefined) =>
      api.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision: "denied", comment: "Too far." } });
    const undo = (ids: string[]) => api.call("POST", "/quest_data/reviews/undo", { as: "admin", json: { ids } });
    for (const id of points) await decide(id);
    expect(await jobs()).toEqual([{ attempts: 0, waits: true }]);
    const run = async () => {
      await api.database.pool.query("UPDATE jobs SET run_at = now() WHERE kind = 'send-push'");
      await noJobs();
    };
    await run();
    expect(received.map(({ body }) => decrypt(body, browser))).toEqual([
      { title: spanish.t("mails.push.reviewed", { count: 2 }), body: "", path: "/contributions", tag: "reviews" },
    ]);
    await api.call("POST", `/adventurers/${username}/contributions/seen`, {
      as: username,
      json: { until: new Date(Date.now() + 60_000).toISOString() },
    });
    await undo(points);
    await decide(points[0]);
    await undo(points.slice(0, 1));
    await run();
    expect(received).toHaveLength(1);
  });

  it.each([410, 301])("that is answered %d ends the subscription", async (code) => {
    const { username } = await makeListener();
    status = code;
    await announce();
    await vi.waitFor(() => expect(received).toHaveLength(1), 10_000);
    await noJobs();
    expect(await subscriptionsOf(username)).toEqual([]);
    expect(received).toHaveLength(1);
  });

  it("that is answered 429 is tried again later", async () => {
    const { username } = await makeListener();
    status = 429;
    await announce();
    await vi.waitFor(async () => expect(await jobs()).toEqual([{ attempts: 1, waits: true }]), 10_000);
    expect(await subscriptionsOf(username)).toHaveLength(1);
    status = 201;
    await api.database.pool.query("UPDATE jobs SET run_at = now() WHERE kind = 'send-push'");
    await noJobs();
    expect(received).toHaveLength(2);
  });
});

it("[CALL-42] notifications go out while ten other push services hang, each of which has one place", async () => {
  for (const server of hanging) {
    const username = newcomer();
    await join(api, username, questId);
    for (let browser = 0; browser < 3; browser++)
      expect((await subscribe(username, makeBrowser(originOf(server)).subscription)).status).toBe(204);
  }
  const { browser } = await makeListener();
  await announce();
  await vi.waitFor(() => expect(received.map((each) => each.path)).toEqual([browser.path]), 8_000);
  await vi.waitFor(() => expect([...hangingOn.values()]).toEqual(Array(10).fill(1)), 8_000);
  await api.database.pool.query("DELETE FROM push_subscriptions");
  await api.database.pool.query("DELETE FROM jobs WHERE kind = 'send-push'");
});

describe("a push service", () => {
  const open = async (allowedOrigins: string[]) =>
    new PushService({
      vapid: await openVapid(api.database.db, "https://cairn.example.org"),
      posts: new OutwardPosts({ allowedOrigins, timeoutMs: 200 }),
    });
  const target = (endpoint: string) => ({ endpoint, ...makeBrowser("").subscription.keys });

  it("answers whether there will be a next time", async () => {
    const service = await open([origin]);
    for (const [code, result] of [
      [201, "sent"],
      [404, "gone"],
      [410, "gone"],
      [400, "refused"],
      [403, "refused"],
      [301, "refused"],
      [429, "postponed"],
      [500, "postponed"],
      [503, "postponed"],
    ] as const) {
      status = code;
      expect(await service.send(target(`${origin}/x`), "{}"), `${code}`).toBe(result);
    }
    expect(received).toHaveLength(9);
  });

  it("that hangs is given up, and tried again later", async () => {
    status = undefined;
    expect(await (await open([origin])).send(target(`${origin}/x`), "{}")).toBe("postponed");
    expect(received).toHaveLength(1);
  });

  it("whose name leads inward is never called", async () => {
    const service = await open([]);
    expect(service.isAllowed("https://localhost/x")).toBe(true);
    expect(await service.send(target(`https://localhost:${new URL(origin).port}/x`), "{}")).toBe("refused");
    expect(await service.send(target(`${origin}/x`), "{}")).toBe("refused");
    expect(received).toEqual([]);
  });
});

describe("a subscription", () => {
  it.each([
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://user:secret@push.example.org/x",
  ])("of %s is refused", async (endpoint) => {
    const username = newcomer();
    const { status: code, body } = await subscribe(username, { ...makeBrowser("").subscription, endpoint });
    expect([code, body.info[0].path]).toEqual([422, "endpoint"]);
    expect(await subscriptionsOf(username)).toEqual([]);
  });

  it("with keys that nothing can be encrypted for is refused", async () => {
    const { subscription } = makeBrowser(origin);
    const p256dh = createHash("sha512").update("no point").digest().toString("base64url").padEnd(87, "A");
    const { status: code, body } = await subscribe("alice", {
      ...subscription,
      keys: { ...subscription.keys, p256dh },
    });
    expect([code, body.info[0].path]).toEqual([422, "keys"]);
  });

  it("belongs to whoever is signed in in the browser, and ends by its owner only", async () => {
    const { subscription } = makeBrowser(origin);
    const [ann, ben] = [newcomer(), newcomer()];
    const { endpoint } = subscription;
    const end = (as: string) => api.call("DELETE", path, { as, json: { endpoint } });
    await subscribe(ann, subscription);
    await subscribe(ben, subscription);
    expect([await subscriptionsOf(ann), await subscriptionsOf(ben)]).toEqual([[], [{ endpoint }]]);
    expect((await end(ann)).status).toBe(204);
    expect(await subscriptionsOf(ben)).toHaveLength(1);
    await end(ben);
    expect(await subscriptionsOf(ben)).toEqual([]);
  });

  /** At the embedded provider. */
  const signIn = async (username: string, account: string) => {
    const sessionId = randomUUID();
    await api.database.pool.query(
      "INSERT INTO identity.oidc_payloads (model, id, payload, account_id) VALUES ('Grant', $1, '{}', $2)",
      [sessionId, account],
    );
    const token = await api.mintToken({ username, sessionId });
    const browser = makeBrowser(origin);
    const subscribe = () => api.call("POST", path, { token, json: browser.subscription });
    expect((await subscribe()).status).toBe(204);
    return { endpoint: browser.subscription.endpoint, sessionId, subscribe };
  };

  const ownAccount = (username: string, account: string) =>
    api.database.pool.query("UPDATE adventurers SET issuer = 'embedded', subject = $2 WHERE id = $1", [
      username,
      account,
    ]);

  it("[CALL-42] ends with the session that made it, whatever ends that, and gets nothing in between", async () => {
    const [ann, account] = [newcomer(), randomUUID()];
    const [here, elsewhere] = [await signIn(ann, account), await signIn(ann, account)];
    await join(api, ann, questId);
    await ownAccount(ann, account);
    await api.database.pool.query("DELETE FROM identity.oidc_payloads WHERE id = $1", [elsewhere.sessionId]);
    await announce();
    await vi.waitFor(() => expect(received).not.toEqual([]), 60_000);
    await noJobs();
    expect(received.map(({ path: posted }) => origin + posted)).toEqual([here.endpoint]);
    expect(await subscriptionsOf(ann)).toEqual([{ endpoint: here.endpoint }]);
    // A request that was let in just before.
    await elsewhere.subscribe();
    await vi.waitFor(async () => expect(await subscriptionsOf(ann)).toEqual([{ endpoint: here.endpoint }]), 10_000);
  });

  it("of an earlier version of Cairn, which noted no session, ends with any of its account", async () => {
    const [ann, account] = [newcomer(), randomUUID()];
    const { sessionId } = await signIn(ann, account);
    await ownAccount(ann, account);
    await api.database.pool.query("UPDATE push_subscriptions SET session_id = NULL WHERE adventurer_id = $1", [ann]);
    await api.database.pool.query("DELETE FROM identity.oidc_payloads WHERE id = $1", [sessionId]);
    await vi.waitFor(async () => expect(await subscriptionsOf(ann)).toEqual([]), 10_000);
  });

  it("is kept for ten browsers of a person, the newest", async () => {
    const ann = newcomer();
    const browsers = Array.from({ length: 12 }, () => makeBrowser(origin));
    for (const { subscription } of browsers) await subscribe(ann, subscription);
    expect((await subscriptionsOf(ann)).map(({ endpoint }) => endpoint).sort()).toEqual(
      browsers
        .slice(2)
        .map(({ subscription }) => subscription.endpoint)
        .sort(),
    );
  });
});
