import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { awaitedLater } from "../../../test/awaited-later.ts";
import { beforeTransaction } from "../../../test/before-transaction.ts";
import { join, makeMember, makeOrganization, makeQuest, questPayload, uploadForm } from "../../../test/factories.ts";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";

// Transactions of a worker would be taken for those of calls.
const api = usingApi({}, { hasWorker: false });
let organizationId: number;
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  photo = await makePhoto({ width: 320, height: 240 });
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId)).id;
});

type Begun = { method: string; path: string; token: string; type?: string; body: Buffer; origin?: string };

/** Sends ten bytes of a body, and the rest after `meanwhile`. */
async function sendSlowly(begun: Begun, meanwhile: () => Promise<unknown>): Promise<[number, string | undefined]> {
  const { method, path, token, type = "application/json", body, origin = api.origin } = begun;
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": type,
    "content-length": body.length,
    ...(type.includes("offset") ? { "tus-resumable": "1.0.0", "upload-offset": "0" } : {}),
  };
  const sent = request(`${origin}/api${path}`, { method, headers });
  const codeOf = (body: string) => (body.startsWith("{") ? JSON.parse(body).code : undefined);
  const answered = awaitedLater(
    new Promise<[number, string | undefined]>((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => {
        resolve(text(response).then((body) => [response.statusCode ?? 0, codeOf(body)]));
      });
    }),
  );
  sent.write(body.subarray(0, 10));
  // The server asks for access when it has the headers.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await meanwhile();
  sent.end(body.subarray(10));
  return answered;
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

async function formOf(form: FormData): Promise<{ type: string; body: Buffer }> {
  const whole = new Response(form);
  return { type: whole.headers.get("content-type") ?? "", body: Buffer.from(await whole.arrayBuffer()) };
}

const uploadOf = async (token: string, origin = api.origin): Promise<{ method: string; path: string }> => {
  const made = await fetch(`${origin}/api/uploads/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", "upload-length": "1000" },
  });
  return { method: "PATCH", path: (made.headers.get("location") ?? "").replace("/api", "") };
};
const ofUpload = { type: "application/offset+octet-stream", body: Buffer.alloc(1_000) };

describe("a request that was begun", () => {
  it("isn't done without the role any more", async () => {
    const token = await api.mintToken({ username: "cora" });
    const remove = () => api.call("DELETE", `/organizations/${organizationId}/members/cora`, { as: "admin" });
    const assign = { method: "PUT", path: `/quests/${questId}/reviewers`, token, body: json({ reviewers: [] }) };
    await makeMember(api, organizationId, "cora", "coordinator");
    expect(await sendSlowly(assign, async () => undefined)).toEqual([200, undefined]);
    expect(await sendSlowly(assign, remove)).toEqual([403, "forbidden"]);
    await makeMember(api, organizationId, "cora", "coordinator");
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(photo)]), "a.jpg");
    const picture = { method: "POST", path: `/organizations/${organizationId}/pictures`, token };
    expect(await sendSlowly({ ...picture, ...(await formOf(form)) }, remove)).toEqual([403, "forbidden"]);
  });

  it("isn't done with a revoked personal token", async () => {
    await join(api, "tina", questId);
    const path = `/adventurers/tina/quests/${questId}/data/uploads?data_type=image`;
    const begins: ((token: string) => Promise<Omit<Begun, "token">>)[] = [
      async () => ({ method: "PUT", path: "/adventurers/tina/language", body: json({ language: "de" }) }),
      async (token) => ({ ...(await uploadOf(token)), ...ofUpload }),
      async () => ({ method: "POST", path, ...(await formOf(uploadForm(photo, { id: randomUUID() }))) }),
    ];
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    for (const begin of begins) {
      const made = await api.call("POST", "/account/tokens", {
        as: "tina",
        json: { name: "Script", scope: "write", expires_at },
      });
      const { id, token } = made.body;
      const revoke = () => api.call("DELETE", `/account/tokens/${id}`, { as: "tina" });
      const begun = { ...(await begin(token)), token };
      expect(await sendSlowly(begun, revoke)).toEqual([401, "unauthenticated"]);
    }
    const chunks = await api.database.db.selectFrom("resumable_upload_chunks").select("upload_id").execute();
    const points = await api.database.db.selectFrom("quest_data").select("id").execute();
    expect([chunks, points]).toEqual([[], []]);
  });
});

describe("a right that ends between the question before the handler and the transaction that writes", () => {
  it("is refused for a role: members, announcements, reviewers, releases, reviews, quests, pictures", async () => {
    const { db } = api.database;
    await join(api, "alice", questId);
    const { body: point } = await api.upload("alice", questId, uploadForm(photo));
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(photo)]), "a.jpg");
    const quest = `/quests/${questId}`;
    const begun: [string, string, { json?: object; form?: FormData }][] = [
      ["PUT", `/organizations/${organizationId}/members/alice`, { json: { role: "viewer" } }],
      ["POST", `${quest}/announcements`, { json: { title: "Soon", text: "It begins soon.", to: "all" } }],
      ["PUT", `${quest}/reviewers`, { json: { reviewers: [] } }],
      ["POST", `${quest}/releases`, { json: { licence: "CC0-1.0", notes: "", authors: [{ name: "Cora" }] } }],
      ["PUT", `/quest_data/${point.id}/review`, { json: { decision: "accepted", comment: "Good." } }],
      ["PUT", quest, { json: questPayload(organizationId, { quest_name: "Taken over" }) }],
      ["POST", `/organizations/${organizationId}/pictures`, { form }],
      // Single statements as well.
      ["PUT", `${quest}/stations/repeat`, { json: { repeat_days: 14 } }],
      ["DELETE", `${quest}/webhooks/999`, {}],
    ];
    const refused: unknown[] = [];
    for (const [method, path, sent] of begun) {
      await makeMember(api, organizationId, "cora", "owner");
      const remove = db.deleteFrom("organization_members").where("adventurer_id", "=", "cora");
      beforeTransaction(api.database.db, () => remove.execute());
      const { status, body } = await api.call(method, path, { as: "cora", ...sent });
      refused.push([path, status, body.code]);
    }
    expect(refused).toEqual(begun.map(([, path]) => [path, 403, "forbidden"]));
    const written = await Promise.all([
      db.selectFrom("organization_members").select("role").where("adventurer_id", "=", "alice").execute(),
      db.selectFrom("announcements").select("id").execute(),
      db.selectFrom("releases").select("quest_id").execute(),
      db.selectFrom("reviews").select("id").execute(),
      db.selectFrom("quests").select("id").where("quest_name", "=", "Taken over").execute(),
      db.selectFrom("pictures").select("id").execute(),
    ]);
    expect(written).toEqual([[], [], [], [], [], []]);
    expect(await keysOf("pictures")).toEqual([]);
  });

  it("is refused for a personal token, and nothing of what it sent stays", async () => {
    for (const username of ["alice", "tina"]) await join(api, username, questId);
    await api.upload("alice", questId, uploadForm(photo));
    const before = await keysOf("");
    expect(before).not.toEqual([]);
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const address = `/adventurers/tina/quests/${questId}/data/uploads?data_type=image`;
    for (const kind of ["point", "chunk"]) {
      const made = await api.call("POST", "/account/tokens", {
        as: "tina",
        json: { name: "Script", scope: "write", expires_at },
      });
      const { id, token } = made.body;
      const begun =
        kind === "point"
          ? { method: "POST", path: address, ...(await formOf(uploadForm(photo, { id: randomUUID() }))) }
          : { ...(await uploadOf(token)), ...ofUpload };
      beforeTransaction(api.database.db, () => api.call("DELETE", `/account/tokens/${id}`, { as: "tina" }));
      expect([kind, ...(await sendSlowly({ ...begun, token }, async () => undefined))]).toEqual([
        kind,
        401,
        "unauthenticated",
      ]);
    }
    const { db } = api.database;
    expect(await db.selectFrom("resumable_upload_chunks").select("upload_id").execute()).toEqual([]);
    expect(await db.selectFrom("quest_data").select("id").where("adventurer_id", "=", "tina").execute()).toEqual([]);
    expect(await keysOf("")).toEqual(before);
  });
});

it("a resumable upload is free again when the right to use it ended after it was claimed", async () => {
  await join(api, "uma", questId);
  const whole = { type: "application/offset+octet-stream", body: photo };
  const token = await api.mintToken({ username: "uma" });
  const made = await fetch(`${api.origin}/api/uploads/`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", "upload-length": String(photo.length) },
  });
  const path = (made.headers.get("location") ?? "").replace("/api", "");
  expect(await sendSlowly({ method: "PATCH", path, token, ...whole }, async () => undefined)).toEqual([204, undefined]);
  const fields = { id: randomUUID(), "upload:file": path.split("/").at(-1) ?? "" };
  const json = { name: "Script", scope: "write", expires_at: new Date(Date.now() + 86_400_000).toISOString() };
  const script = (await api.call("POST", "/account/tokens", { as: "uma", json })).body;
  const { db } = api.database;
  const claimed: unknown[] = [];
  const revoke = async () => {
    claimed.push(await db.selectFrom("upload_claims").select("claimed_for").execute());
    await db.deleteFrom("personal_tokens").where("id", "=", script.id).execute();
  };
  // The first transaction claims the upload; the next one would store the data point.
  beforeTransaction(db, async () => void beforeTransaction(db, revoke));
  const form = uploadForm(undefined, fields);
  const address = `/adventurers/uma/quests/${questId}/data/uploads?data_type=image`;
  expect((await api.call("POST", address, { token: script.token, form })).status).toBe(401);
  expect(claimed).toEqual([[{ claimed_for: fields.id }]]);
  expect((await api.upload("uma", questId, uploadForm(undefined, { ...fields, id: randomUUID() }))).status).toBe(201);
});

describe("a person's own settings", () => {
  it("stay as they are when the token is revoked before they are written", async () => {
    await join(api, "nell", questId);
    const person = "/adventurers/nell";
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const make = async () =>
      (await api.call("POST", "/account/tokens", { as: "nell", json: { name: "Own", scope: "write", expires_at } }))
        .body;
    const settings: [string, string, object?][] = [
      ["PUT", `${person}/language`, { language: "de" }],
      ["PUT", `${person}/mail`, { digest: false }],
      ["PUT", "/account/credit", { credit: "username" }],
      ["PUT", `/account/muted-quests/${questId}`, { muted: true }],
      ["POST", "/account/news/seen", { until: new Date().toISOString() }],
      ["POST", `${person}/quests/${questId}/shared`],
      ["DELETE", `${person}/quests/${questId}/shared`],
      ["PATCH", `${person}/quests/${questId}`, { status: "completed" }],
    ];
    const { db } = api.database;
    const stored = async () => {
      const rows = [
        await db.selectFrom("adventurers").selectAll().where("id", "=", "nell").execute(),
        await db.selectFrom("adventurer_quests").selectAll().where("adventurer_id", "=", "nell").execute(),
      ];
      return rows;
    };
    const before = await stored();
    for (const [method, path, json] of settings) {
      const { id, token } = await make();
      const revoke = () => db.deleteFrom("personal_tokens").where("id", "=", id).execute();
      const giveUp = beforeTransaction(db, revoke);
      const { status, body } = await api.call(method, path, { token, json });
      giveUp();
      expect([path, status, body?.code]).toEqual([path, 401, "unauthenticated"]);
      expect(await stored(), path).toEqual(before);
    }
  });
});

/** Keys in the photo store. */
async function keysOf(kind: string): Promise<string[]> {
  const folder = path.join(api.dataDir, "photos", kind);
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((each) => each.isFile()).map(({ parentPath, name }) => `${parentPath}/${name}`);
}

describe("a session that ended", () => {
  let server: WholeServer;
  beforeAll(async () => {
    server = await startWholeServer();
    const emailVerified = true;
    await server.identity.accounts.create({ username: "sam", email: "sam@example.org", password, emailVerified });
  });
  afterAll(() => server.close());

  it("ends what was begun in it", async () => {
    const end = () => server.database.pool.query("DELETE FROM identity.oidc_payloads WHERE model = 'Grant'");
    const begin = async () => (await new SignInJourney(server.publicUrl).signIn("sam", password)).access_token;
    const origin = server.publicUrl;
    let token = await begin();
    const wished = { method: "PUT", path: "/adventurers/sam/language", body: json({ language: "de" }) };
    expect(await sendSlowly({ ...wished, token, origin }, end)).toEqual([401, "token_expired"]);
    token = await begin();
    const parts = { ...(await uploadOf(token, origin)), ...ofUpload };
    expect(await sendSlowly({ ...parts, token, origin }, end)).toEqual([401, "token_expired"]);
    token = await begin();
    const begun = { ...(await uploadOf(token, origin)), ...ofUpload, token, origin };
    beforeTransaction(server.database.db, end);
    expect(await sendSlowly(begun, async () => undefined)).toEqual([401, "token_expired"]);
  });
});
