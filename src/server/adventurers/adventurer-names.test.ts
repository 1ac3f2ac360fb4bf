import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type CallOptions, usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { calls } from "../../contract/all-calls.ts";
import type { Call } from "../../contract/call.ts";

const formerIssuer = "https://former.example";
const api = usingApi({ OIDC_FORMER_ISSUER: formerIssuer });
let questId: number;

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api))).id;
});

const tokenOf = (username: string, subject: string) => api.mintToken({ username, subject });

async function callAs(username: string, subject: string, method: string, path: string, options: CallOptions = {}) {
  return api.call(method, path.replace("{me}", username), { token: await tokenOf(username, subject), ...options });
}

/** Joins the quest and sends one data point. */
async function takePart(username: string, subject: string): Promise<void> {
  const joined = await callAs(username, subject, "POST", `/adventurers/{me}/quests/${questId}/sign-up`);
  expect(joined.status).toBe(200);
  const form = uploadForm(await makePhoto());
  const sent = await callAs(username, subject, "POST", `/adventurers/{me}/quests/${questId}/data/uploads`, { form });
  expect(sent.status).toBe(201);
}

const dataOf = (username: string, subject: string) =>
  callAs(username, subject, "GET", `/adventurers/{me}/quests/${questId}/data`);

const ownCalls = (Object.entries(calls) as [string, Call][])
  .filter(([, { access }]) => access === "self")
  .map(([name, call]) => ({ name, ...call }));

/** A quest, an open data point, and a reviewer's second review. */
async function reviewAs(username: string, dataPointId: string): Promise<void> {
  const { db } = api.database;
  await db.insertInto("review_assignments").values({ quest_id: questId, reviewer: username }).execute();
  const claim = { quest_data_id: dataPointId, claimed_by: username, claimed_until: new Date() };
  await db.insertInto("review_claims").values(claim).execute();
  const { id } = await db
    .insertInto("reviews")
    .values({ quest_data_id: dataPointId, decision: "accepted", reviewed_by: "admin" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const look = { second_reviewer: username, second_decision: "accepted" as const, checked_at: new Date() };
  await db
    .insertInto("review_rechecks")
    .values({ review_id: id, ...look })
    .execute();
}

async function reviewersNamed(): Promise<(string | null)[]> {
  const { db } = api.database;
  const assigned = await db.selectFrom("review_assignments").select("reviewer as name").execute();
  const claimed = await db.selectFrom("review_claims").select("claimed_by as name").execute();
  const looked = await db.selectFrom("review_rechecks").select("second_reviewer as name").execute();
  return [...assigned, ...claimed, ...looked].map(({ name }) => name).sort();
}

describe("a username", () => {
  it("belongs to the first account with it, with all its data", async () => {
    await takePart("ana", "account-1");
    expect((await dataOf("ana", "account-1")).body).toHaveLength(1);
  });

  it.each(ownCalls)("is rejected for another account: $name", async ({ method, path }) => {
    const address = path
      .replace("{username}", "{me}")
      .replace("{id}", String(questId))
      .replace("{data_point_id}", randomUUID());
    const { status, body } = await callAs("ana", "account-2", method, address);
    expect([status, body]).toEqual([
      409,
      {
        code: "username_taken",
        detail: "On this site, your username belongs to another account. Ask the people who run the site for help.",
      },
    ]);
  });

  it("is rejected for another account on calls of administrators and testers, but not on public calls", async () => {
    const token = await api.mintToken({
      username: "ana",
      subject: "account-2",
      groups: ["admins", "feature_testers"],
    });
    expect((await api.call("GET", "/admin/applications", { token })).body.code).toBe("username_taken");
    expect((await api.call("GET", "/test_feature_test_gps", { token })).body.code).toBe("username_taken");
    expect((await api.call("GET", "/quests", { token })).status).toBe(200);
  });

  it("can change: the data follows the account, and the old name is free", async () => {
    await takePart("ben", "account-3");
    const token = await api.mintToken({ username: "ben", subject: "account-3", groups: ["feature_testers"] });
    const report = {
      coordinates: [21.97, -159.37],
      highAccuracySolved: false,
      sameAsNative: true,
      location: "Under the mango trees",
      details: "",
    };
    expect((await api.call("POST", "/test_feature_test_gps", { token, json: report })).status).toBe(201);
    const [{ id }] = (await dataOf("ben", "account-3")).body;
    const json = { measurements: { tree_width: 88 } };
    const point = `/adventurers/{me}/quests/${questId}/data/`;
    expect((await callAs("ben", "account-3", "PUT", point + id, { json })).status).toBe(200);
    const deleted = randomUUID();
    expect((await callAs("ben", "account-3", "DELETE", point + deleted)).status).toBe(204);
    await reviewAs("ben", id);
    // Someone assigned the new name before it existed.
    await api.database.db
      .insertInto("review_assignments")
      .values([
        { quest_id: questId, reviewer: "benjamin" },
        { quest_id: questId, reviewer: "cleo" },
      ])
      .execute();
    const { body } = await dataOf("benjamin", "account-3");
    expect(body).toMatchObject([{ adventurer_id: "benjamin" }]);
    const reports = await api.database.db.selectFrom("poor_gps_reports").select("reported_by").execute();
    expect(reports).toEqual([{ reported_by: "benjamin" }]);
    const changes = await api.database.db.selectFrom("data_point_changes").select("adventurer_id").execute();
    expect(changes).toEqual([{ adventurer_id: "benjamin" }, { adventurer_id: "benjamin" }]);
    expect(await reviewersNamed()).toEqual(["benjamin", "benjamin", "benjamin", "cleo"]);
    const form = uploadForm(await makePhoto(), { id: deleted });
    const address = `/adventurers/{me}/quests/${questId}/data/uploads`;
    expect((await callAs("benjamin", "account-3", "POST", address, { form })).body.code).toBe("data_point_deleted");
    expect((await dataOf("ben", "account-4")).body.code).toBe("not_joined");
    await takePart("ben", "account-4");
    expect((await dataOf("benjamin", "account-3")).body).toHaveLength(1);
  });

  it("can't change to that of another account", async () => {
    await takePart("cleo", "account-5");
    await takePart("cora", "account-6");
    expect((await dataOf("cora", "account-5")).body.code).toBe("username_taken");
    expect((await dataOf("cleo", "account-5")).body).toHaveLength(1);
    expect((await dataOf("cora", "account-6")).body).toHaveLength(1);
  });

  it("is bound once, even by concurrent requests", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        callAs("dora", `account-${7 + (index % 2)}`, "GET", "/adventurers/{me}/quests"),
      ),
    );
    const { subject } = await api.database.db
      .selectFrom("adventurers")
      .select("subject")
      .where("id", "=", "dora")
      .executeTakeFirstOrThrow();
    answers.forEach(({ status }, index) => {
      expect(status).toBe(`account-${7 + (index % 2)}` === subject ? 200 : 409);
    });
  });
});

it("an account takes over the data of its username from the former provider once, if a setting allows it", async () => {
  const { db } = api.database;
  const addRow = (id: string, owner: object) =>
    db
      .insertInto("adventurers")
      .values({ id, ...owner })
      .execute();
  await addRow("ivy", { issuer: formerIssuer, subject: "old-1" });
  await addRow("jim", { issuer: "https://other.example", subject: "old-2" });
  await addRow("former-0", { erased_at: new Date() });
  const token = { name: "My script", scope: "write" as const, expires_at: new Date(Date.now() + 60_000) };
  const tokens = ["ivy", "jim"].map((id) => ({ ...token, adventurer_id: id, token_sha256: Buffer.from(id) }));
  await db.insertInto("personal_tokens").values(tokens).execute();
  expect((await callAs("ivy", "new-1", "GET", "/adventurers/{me}/quests")).status).toBe(200);
  const owner = db.selectFrom("adventurers").select("subject").where("id", "=", "ivy");
  expect(await owner.executeTakeFirst()).toEqual({ subject: "new-1" });
  expect((await callAs("ivy", "new-2", "GET", "/adventurers/{me}/quests")).status).toBe(409);
  expect((await callAs("jim", "new-3", "GET", "/adventurers/{me}/quests")).status).toBe(409);
  const kept = await db.selectFrom("personal_tokens").select("adventurer_id").execute();
  expect(kept).toEqual([{ adventurer_id: "jim" }]);
  expect((await callAs("former-0", "new-4", "GET", "/adventurers/{me}/quests")).status).toBe(409);
});

it("a token without an account (sub) is rejected", async () => {
  const token = await api.mintToken({ username: "kai", subject: "" });
  expect((await api.call("GET", "/adventurers/kai/quests", { token })).status).toBe(401);
});
