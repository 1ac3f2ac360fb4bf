import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiAnswer, startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { ReviewDecision } from "../../contract/enums.ts";

let api: TestApi;
let photo: Buffer;
let organizationId: number;
let questId: number;
let made = 0;

beforeAll(async () => {
  // Nothing is drawn by chance.
  api = await startTestApi({ RECHECK_PERCENT: "0" });
  photo = await makePhoto({ width: 160, height: 120 });
});
afterAll(() => api.close());

beforeEach(async () => {
  made += 1;
  organizationId = await makeOrganization(api, `Institute ${made}`);
  questId = (await makeQuest(api, organizationId)).id;
});

/** A volunteer who is also a reviewer of the organization. */
const reviewer = async (username: string) => ({
  token: await api.mintToken({ username, groups: [`reviewers:${organizationId}`] }),
});
const call = async (as: string, method: string, path: string, json?: unknown): Promise<ApiAnswer> =>
  api.call(method, path, {
    ...(as === "admin" ? { as } : await reviewer(as)),
    ...(json === undefined ? {} : { json }),
  });
async function send(username: string, quest = questId): Promise<string> {
  await join(api, username, quest);
  return (await api.upload(username, quest, uploadForm(photo))).body.id;
}
const decide = (as: string, id: string, decision: ReviewDecision = "accepted") =>
  call(as, "PUT", `/quest_data/${id}/review`, { decision, comment: "Seen." });
async function assign(reviewers: string[], quest = questId): Promise<void> {
  // The team knows people with a group once they were there.
  for (const each of reviewers) await call(each, "GET", "/account/teams");
  const { status } = await call("admin", "PUT", `/quests/${quest}/reviewers`, { reviewers });
  expect(status).toBe(200);
}
const stateOf = async (id: string) => (await call("admin", "GET", `/quest_data/${id}`)).body.review?.decision ?? null;
const ownOf = async (as: string, id: string) => [
  (await call(as, "GET", `/quest_data/${id}`)).body.own_data_point,
  (await call(as, "GET", `/admin/samples?quest_id=${questId}`)).body.find((row: { id: string }) => row.id === id)
    ?.own_data_point,
];

const refusal = {
  code: "own_data_point",
  detail: "You measured this data point yourself. Another reviewer has to decide on it.",
};

describe("a reviewer's own data point", () => {
  it("[CALL-34] is decided by someone else, whatever the decision", async () => {
    const id = await send("rita");
    for (const decision of ["accepted", "denied", "change_requested"] as const) {
      const { status, body } = await decide("rita", id, decision);
      expect([status, body]).toEqual([409, refusal]);
    }
    expect(await stateOf(id)).toBeNull();
    expect(await ownOf("rita", id)).toEqual(["refused", "refused"]);
    expect(await ownOf("rosa", id)).toEqual([undefined, undefined]);
    expect((await decide("rosa", id)).body.reviews).toEqual([expect.not.objectContaining({ own_data_point: true })]);
  });

  it("[CALL-34] has the same rule for administrators", async () => {
    await join(api, "admin", questId);
    const id = (await api.upload("admin", questId, uploadForm(photo))).body.id;
    const { status, body } = await decide("admin", id);
    expect([status, body]).toEqual([409, refusal]);
  });

  it("[CALL-34] is rejected among many, while the others are decided", async () => {
    const own = await send("rita");
    const other = await send("alice");
    const { status, body } = await call("rita", "PUT", "/quest_data/reviews", {
      ids: [own, other],
      decision: "accepted",
    });
    expect([status, body.results]).toEqual([
      200,
      [
        { id: own, result: "refused", ...refusal },
        { id: other, result: "decided" },
      ],
    ]);
    expect([await stateOf(own), await stateOf(other)]).toEqual([null, "accepted"]);
  });

  it("[CALL-34] is neither drawn for their second review nor accepted as one", async () => {
    await assign(["admin"]);
    await join(api, "admin", questId);
    const id = (await api.upload("admin", questId, uploadForm(photo))).body.id;
    await decide("admin", id);
    // Drawn as the administrator's own; others who measured it may not review it either.
    await api.database.db
      .updateTable("reviews")
      .set({ reviewed_by: "somebody" })
      .where("quest_data_id", "=", id)
      .execute();
    const list = await call("admin", "GET", `/admin/samples?recheck=1&quest_id=${questId}`);
    expect(list.body).toEqual([]);
    const { status, body } = await call("admin", "PUT", `/quest_data/${id}/recheck`, { decision: "accepted" });
    expect([status, body]).toEqual([409, refusal]);
  });
});

describe("an organization's only reviewer", () => {
  it("[CALL-34] decides on own data points, which is marked and always drawn", async () => {
    await assign(["rita"]);
    const id = await send("rita");
    expect(await ownOf("rita", id)).toEqual(["marked", "marked"]);
    const { status, body } = await decide("rita", id);
    expect([status, body.reviews]).toEqual([
      200,
      [expect.objectContaining({ decision: "accepted", reviewed_by: "rita", own_data_point: true })],
    ]);
    const other = await send("alice");
    await decide("rita", other);
    const drawn = await call("rosa", "GET", `/admin/samples?recheck=1&quest_id=${questId}`);
    expect(drawn.body.map((row: { id: string }) => row.id)).toEqual([id]);
    const look = await call("rosa", "PUT", `/quest_data/${id}/recheck`, { decision: "denied" });
    expect(look.body.reviews.map((each: { own_data_point?: true }) => each.own_data_point)).toEqual([undefined, true]);
  });

  it("[CALL-34] undoes such a decision, until another person decides there", async () => {
    await assign(["rita"]);
    const [first, second] = [await send("rita"), await send("rita")] as [string, string];
    const both = await call("rita", "PUT", "/quest_data/reviews", { ids: [first, second], decision: "accepted" });
    expect(both.body.results).toMatchObject([{ result: "decided" }, { result: "decided" }]);
    const undo = (id: string) => call("rita", "POST", "/quest_data/reviews/undo", { ids: [id] });
    expect((await undo(first)).body.results).toEqual([{ id: first, result: "decided" }]);
    await decide("rosa", await send("alice"));
    expect((await undo(second)).body.results).toEqual([{ id: second, result: "refused", ...refusal }]);
    expect((await decide("rita", first)).body).toEqual(refusal);
  });

  it("[CALL-34] is nobody without an assignment, with colleagues assigned, or with a colleague's decision", async () => {
    const id = await send("rita");
    const codeFor = async () => (await decide("rita", id)).body.code;
    expect(await codeFor()).toBe("own_data_point");
    await assign(["rita", "rosa"]);
    expect(await codeFor()).toBe("own_data_point");
    await assign(["rita"]);
    const elsewhere = (await makeQuest(api, organizationId)).id;
    await assign(["rosa"], elsewhere);
    expect(await codeFor()).toBe("own_data_point");
    await assign([], elsewhere);
    const others = await send("alice", elsewhere);
    await decide("rosa", others);
    expect(await codeFor()).toBe("own_data_point");
    // Former colleagues, and reviewers of other organizations, don't count.
    await api.database.db
      .updateTable("reviews")
      .set({ reviewed_at: new Date(Date.now() - 366 * 86_400_000) })
      .where("quest_data_id", "=", others)
      .execute();
    const neighbours = await makeOrganization(api, `Neighbours ${made}`);
    const foreign = (await makeQuest(api, neighbours)).id;
    await makeMember(api, neighbours, "otto", "reviewer");
    await assign(["otto"], foreign);
    await call("admin", "PUT", `/quest_data/${await send("alice", foreign)}/review`, { decision: "accepted" });
    await makeMember(api, organizationId, "vera", "viewer");
    await makeMember(api, organizationId, "cleo", "reviewer");
    expect(await codeFor()).toBe("own_data_point");
    await api.call("DELETE", `/organizations/${organizationId}/members/cleo`, { as: "admin" });
    expect(await codeFor()).toBeUndefined();
  });
});
