import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiAnswer, startTestApi, usingApi } from "../../../test/api.ts";
import { join, makeMember, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { transaction } from "../database/transaction.ts";
import { drawForRecheck } from "./rechecks.ts";

const api = usingApi({ RECHECK_PERCENT: "100", GROUPS_BY_NAME: "1" });
let forest: number;
let river: number;
let photo: Buffer;
let questId: number;
let otherQuestId: number;

beforeAll(async () => {
  forest = await makeOrganization(api, "Forest Ecology");
  river = await makeOrganization(api, "River Watch");
  photo = await makePhoto({ width: 160, height: 120 });
});

/** Reviewers of the forest by its id, and of the river by its name in another case. */
const groupsOf: Record<string, () => string[]> = {
  rita: () => [`reviewers:${forest}`],
  rosa: () => [`reviewers:${forest}`],
  otto: () => ["reviewers:RIVER watch"],
  ghost: () => ["reviewers:No such organization"],
};

async function call(as: string, method: string, path: string, json?: unknown): Promise<ApiAnswer> {
  const groups = groupsOf[as]?.();
  const who = groups ? { token: await api.mintToken({ username: as, groups }) } : { as };
  return api.call(method, path, { ...who, ...(json === undefined ? {} : { json }) });
}

function expectCode({ status, body }: ApiAnswer, expected: [number, string]): void {
  expect([status, body.code]).toEqual(expected);
}

describe("an organization's common reasons", () => {
  const blurred = { decision: "change_requested", text: "The photo is blurred. Please take it again." };
  const reasons = [blurred, { decision: "denied", text: "This is not the tree of the quest." }];

  it("are empty at first, and stored in order by its reviewers", async () => {
    expect((await call("rita", "GET", `/organizations/${forest}/review-reasons`)).body).toEqual([]);
    const spaced = reasons.map((reason) => ({ ...reason, text: `  ${reason.text}\n` }));
    const { status, body } = await call("rita", "PUT", `/organizations/${forest}/review-reasons`, spaced);
    expect([status, body]).toEqual([200, reasons]);
    expect((await call("admin", "GET", `/organizations/${forest}/review-reasons`)).body).toEqual(reasons);
    await call("rosa", "PUT", `/organizations/${forest}/review-reasons`, [...reasons].reverse());
    expect((await call("admin", "GET", `/organizations/${forest}/review-reasons`)).body).toEqual(
      [...reasons].reverse(),
    );
    expect((await call("otto", "GET", `/organizations/${river}/review-reasons`)).body).toEqual([]);
  });

  it("are hidden from other reviewers, who can't change them", async () => {
    for (const [method, json] of [["GET"], ["PUT", []]] as const) {
      for (const as of ["otto", "ghost", "alice"]) {
        const answer = await call(as, method, `/organizations/${forest}/review-reasons`, json);
        expectCode(answer, [403, "forbidden"]);
      }
    }
    expect((await call("rita", "GET", `/organizations/${forest}/review-reasons`)).body).toHaveLength(2);
  });

  it("are at most fifty per decision, not empty, and of an existing organization", async () => {
    const put = (json: unknown, id = forest) => call("admin", "PUT", `/organizations/${id}/review-reasons`, json);
    const many = (count: number) => Array.from({ length: count }, (_, index) => ({ ...blurred, text: `No. ${index}` }));
    expect((await put(many(50))).status).toBe(200);
    expectCode(await put(many(51)), [422, "validation_failed"]);
    const empty = await put([blurred, { ...blurred, text: "   " }]);
    expect([empty.status, empty.body.info]).toEqual([422, [{ path: "1.text", message: expect.any(String) }]]);
    expectCode(await put([{ ...blurred, text: "x".repeat(501) }]), [422, "validation_failed"]);
    expectCode(await put([], 2_000_000_000), [404, "organization_not_found"]);
    expectCode(await call("admin", "GET", "/organizations/2000000000/review-reasons"), [404, "organization_not_found"]);
  });
});

it("reviewers see their organizations", async () => {
  const namesFor = async (as: string) =>
    (await call(as, "GET", "/organizations")).body.map((one: { id: number }) => one.id);
  expect(await namesFor("rita")).toEqual([forest]);
  expect(await namesFor("otto")).toEqual([river]);

  expect(await namesFor("admin")).toEqual([forest, river]);
});

describe("shared work", () => {
  beforeEach(async () => {
    questId = (await makeQuest(api, forest, { quest_name: "Bark of the mango trees" })).id;
    otherQuestId = (await makeQuest(api, river, { quest_name: "Clear water" })).id;
    for (const id of [questId, otherQuestId]) await join(api, "alice", id);
    // The team knows people with a group once they were there.
    for (const as of ["rita", "rosa", "otto"]) await call(as, "GET", "/account/teams");
  });

  const send = async (quest = questId): Promise<string> =>
    (await api.upload("alice", quest, uploadForm(photo))).body.id as string;
  const decide = (as: string, id: string, decision = "accepted") =>
    call(as, "PUT", `/quest_data/${id}/review`, { decision, comment: "Seen." });
  const recheck = (as: string, id: string, decision = "accepted") =>
    call(as, "PUT", `/quest_data/${id}/recheck`, { decision, comment: "Looked again." });

  describe("assignments", () => {
    const assign = (as: string, id: number, reviewers: string[]) =>
      call(as, "PUT", `/quests/${id}/reviewers`, { reviewers });
    const list = async (as: string, query = "") => (await call(as, "GET", `/admin/assignments${query}`)).body;

    it("are made by administrators, each name once, and listed with pending counts, in parts", async () => {
      await send();
      await send();
      await makeMember(api, forest, "ada", "owner");
      const { status, body } = await assign("admin", questId, ["rosa", " ada ", "rosa"]);
      const mine = { quest_id: questId, quest_name: "Bark of the mango trees", reviewers: ["ada", "rosa"] };
      expect([status, body]).toEqual([200, { ...mine, pending_count: 2 }]);
      await assign("admin", questId, ["rita"]);
      await assign("admin", otherQuestId, ["otto"]);
      const first = await call("admin", "GET", "/admin/assignments?limit=1");
      expect(first.body).toEqual([
        { quest_id: otherQuestId, quest_name: "Clear water", reviewers: ["otto"], pending_count: 0 },
      ]);
      const next = /<\/api([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
      expect((await call("admin", "GET", next)).body).toEqual([{ ...mine, reviewers: ["rita"], pending_count: 2 }]);
    });

    it("without work and reviewers are found by search", async () => {
      expect((await list("admin")).map((row: { quest_id: number }) => row.quest_id)).not.toContain(questId);
      const found = await list("admin", "?q=MANGO%20bark&limit=1");
      expect(found).toMatchObject([{ quest_id: questId, reviewers: [], pending_count: 0 }]);
      expect(await list("admin", "?q=no-such-quest")).toEqual([]);
    });

    it("show reviewers their own organizations, read-only", async () => {
      await assign("admin", questId, ["rita"]);
      await assign("admin", otherQuestId, ["otto"]);
      const seen = (await list("otto", "?limit=200")).map((row: { quest_id: number }) => row.quest_id);
      expect(seen).toContain(otherQuestId);
      expect(seen).not.toContain(questId);
      // No such organization exists.
      expect((await list("ghost")).code).toBe("forbidden");
      expectCode(await assign("rita", questId, ["rita"]), [403, "forbidden"]);
      expectCode(await assign("admin", 2_000_000_000, []), [404, "quest_not_found"]);
      expectCode(await assign("admin", questId, ["  "]), [422, "validation_failed"]);
    });

    it("are for people who may review there, and for the person who assigns", async () => {
      await makeMember(api, forest, "vera", "viewer");
      const refused = await assign("admin", questId, ["rita", "otto", "vera", "nobody"]);
      expectCode(refused, [422, "validation_failed"]);
      expect(refused.body.info.map(({ path }: { path: string }) => path)).toEqual(
        [1, 2, 3].map((n) => `reviewers.${n}`),
      );
      expect(refused.body.detail).toContain("otto doesn't have the reviewer role in this organization.");
      expect((await list("admin", "?q=mango")).find(isMine)).toMatchObject({ reviewers: [] });
      expect((await assign("admin", questId, ["admin", "rita"])).body.reviewers).toEqual(["admin", "rita"]);
    });
    const isMine = (row: { quest_id: number }) => row.quest_id === questId;

    it("end with the role, and stay with another one there", async () => {
      const assigned = async () => (await list("admin", "?q=mango")).find(isMine).reviewers;
      const member = (method: string, username: string, json?: object) =>
        call("admin", method, `/organizations/${forest}/members/${username}`, json);
      for (const username of ["ben", "cara", "rosa"]) await makeMember(api, forest, username, "reviewer");
      await makeMember(api, river, "ben", "reviewer");
      await call("rosa", "GET", "/account/teams");
      await assign("admin", questId, ["ben", "cara", "rita", "rosa"]);
      await assign("admin", otherQuestId, ["ben"]);
      await member("PUT", "ben", { role: "viewer" });
      await member("PUT", "cara", { role: "coordinator" });
      await member("DELETE", "rosa");
      expect(await assigned()).toEqual(["cara", "rita", "rosa"]);
      await call("admin", "DELETE", `/organizations/${forest}/members/cara`);
      // Rita's next token has the group no more.
      await api.call("GET", "/account/teams", { as: "rita" });
      expect(await assigned()).toEqual(["rosa"]);
      expect(
        (await list("admin", "?q=clear")).find((row: { quest_id: number }) => row.quest_id === otherQuestId),
      ).toMatchObject({ reviewers: ["ben"] });
    });
  });

  describe("the list of samples", () => {
    const idsOf = async (as: string, query: string) =>
      (await call(as, "GET", `/admin/samples?limit=200&${query}`)).body.map((row: { id: string }) => row.id);
    const rechecksOf = async (as: string) =>
      (await call(as, "GET", `/admin/samples/counts?quest_id=${questId}`)).body.recheck;

    it("has the reviewer's assigned quests", async () => {
      const [mine] = [await send(), await send(otherQuestId)];
      await call("admin", "PUT", `/quests/${questId}/reviewers`, { reviewers: ["rosa"] });
      expect(await idsOf("rosa", "assigned=me")).toEqual([mine]);
      expect(await idsOf("rita", "assigned=me")).not.toContain(mine);
      // Assignments don't grant access: the quest is another organization's. Such rows were made by earlier versions.
      await api.database.db.insertInto("review_assignments").values({ quest_id: questId, reviewer: "otto" }).execute();
      expect(await idsOf("otto", "assigned=me")).toEqual([]);
    });

    it("has and counts draws, but not for the first reviewer, other organizations, or after a second review", async () => {
      const ofQuest = `recheck=1&quest_id=${questId}`;
      const ids = [await send(), await send()];
      await call("rita", "PUT", "/quest_data/reviews", { ids, decision: "accepted" });
      expect(await idsOf("rosa", ofQuest)).toEqual(ids);
      expect([await rechecksOf("rosa"), await rechecksOf("rita"), await rechecksOf("otto")]).toEqual([2, 0, 0]);
      expect(await idsOf("rita", ofQuest)).toEqual([]);
      expect(await idsOf("otto", ofQuest)).toEqual([]);
      await recheck("admin", ids[0] ?? "");
      expect([await idsOf("rosa", ofQuest), await rechecksOf("rosa")]).toEqual([[ids[1]], 1]);
      await call("rita", "POST", "/quest_data/reviews/undo", { ids: [ids[1]] });
      expect([await idsOf("rosa", ofQuest), await rechecksOf("rosa")]).toEqual([[], 0]);
    });
  });

  describe("a second review", () => {
    const newsAt = (id: string) =>
      api.database.db.selectFrom("quest_data").select("news_at").where("id", "=", id).executeTakeFirst();

    it("that agrees is stored and changes nothing else", async () => {
      const id = await send();
      const { body: decided } = await decide("rita", id, "denied");
      const before = await newsAt(id);
      const { status, body } = await recheck("rosa", id, "denied");
      expect([status, body.review, body.reviews]).toEqual([200, decided.review, decided.reviews]);
      expect(await newsAt(id)).toEqual(before);
      expectCode(await recheck("admin", id), [409, "recheck_not_drawn"]);
    });

    it("that differs counts, and the volunteer is notified", async () => {
      const id = await send();
      const { body: decided } = await decide("rita", id, "accepted");
      const before = await newsAt(id);
      const { status, body } = await recheck("rosa", id, "denied");
      expect(status).toBe(200);
      expect(body.review).toMatchObject({ decision: "denied", reviewed_by: "rosa", comment: "Looked again." });
      expect(body.reviews.slice(1)).toEqual(decided.reviews);
      expect(Number((await newsAt(id))?.news_at)).toBeGreaterThan(Number(before?.news_at));
      // The second decision isn't drawn: it was the second review.
      expectCode(await recheck("rita", id), [409, "recheck_not_drawn"]);
    });

    it("isn't for the first reviewer, nor without a decision or after a change request", async () => {
      const id = await send();
      expectCode(await recheck("rosa", id), [409, "recheck_not_drawn"]);
      await decide("rita", id, "change_requested");
      expectCode(await recheck("rosa", id), [409, "recheck_not_drawn"]);
      await decide("rita", id, "accepted");
      expectCode(await recheck("rita", id), [409, "recheck_not_drawn"]);
      expect((await recheck("rosa", id)).status).toBe(200);
    });

    it("is void once the decision is undone or replaced; the new one is drawn separately", async () => {
      const id = await send();
      await decide("rita", id);
      const undone = await call("rita", "POST", "/quest_data/reviews/undo", { ids: [id] });
      expect(undone.body.results).toMatchObject([{ result: "decided" }]);
      expectCode(await recheck("rosa", id), [409, "recheck_not_drawn"]);
      await decide("rita", id, "accepted");
      await decide("rita", id, "denied");
      const { body } = await recheck("rosa", id, "denied");
      expect(body.review).toMatchObject({ decision: "denied", reviewed_by: "rita" });
    });

    it("that was undone doesn't count", async () => {
      const id = await send();
      await decide("rita", id);
      await recheck("rosa", id, "denied");
      await call("rosa", "POST", "/quest_data/reviews/undo", { ids: [id] });
      const { status, body } = await recheck("rosa", id, "accepted");
      expect([status, body.review.reviewed_by]).toEqual([200, "rita"]);
    });

    it("happens once, even if two people try", async () => {
      const id = await send();
      await decide("rita", id);
      const answers = await Promise.all([recheck("rosa", id, "denied"), recheck("admin", id, "denied")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it("is rejected for other organizations, without rights, without a comment, and without a point", async () => {
      const id = await send();
      await decide("rita", id);
      expectCode(await recheck("otto", id), [403, "forbidden"]);
      expectCode(await recheck("ghost", id), [403, "forbidden"]);
      const lost = await api.mintToken({ username: "rosa", groups: [] });
      const json = { decision: "accepted" };
      expectCode(await api.call("PUT", `/quest_data/${id}/recheck`, { token: lost, json }), [403, "forbidden"]);
      expectCode(await call("rosa", "PUT", `/quest_data/${id}/recheck`, { decision: "change_requested" }), [
        422,
        "comment_required",
      ]);
      expectCode(await recheck("rosa", "00000000-0000-4000-8000-000000000000"), [404, "data_point_not_found"]);
      expect((await recheck("rosa", id)).status).toBe(200);
    });

    it("is drawn at the configured rate, for accepted and denied alike", async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => send()));
      const recorded = await Promise.all(
        ids.map((id) =>
          api.database.db
            .insertInto("reviews")
            .values({ quest_data_id: id, decision: "denied", reviewed_by: "rita" })
            .returning(["id as review_id", "decision", "own_data_point"])
            .executeTakeFirstOrThrow(),
        ),
      );
      const numbers = [0.049, 0.05, 0.999, 0];
      const lot = { percent: 5, random: () => numbers.shift() ?? 1 };
      await transaction(api.database.db, (tx) => drawForRecheck(tx, lot, recorded));
      const drawn = await api.database.db
        .selectFrom("review_rechecks")
        .select("review_id")
        .where(
          "review_id",
          "in",
          recorded.map(({ review_id }) => review_id),
        )
        .orderBy("review_id")
        .execute();
      expect(drawn).toEqual([0, 3].map((index) => ({ review_id: recorded[index]?.review_id })).sort(byReview));
    });
  });
});

const byReview = (a: { review_id: number | undefined }, b: { review_id: number | undefined }) =>
  Number(a.review_id) - Number(b.review_id);

describe("reviewers' figures", () => {
  let before: string;
  const ids: string[] = [];

  beforeAll(async () => {
    questId = (await makeQuest(api, forest)).id;
    otherQuestId = (await makeQuest(api, river)).id;
    for (const id of [questId, otherQuestId]) await join(api, "bob", id);
    before = new Date().toISOString();
    const send = async (quest: number) => (await api.upload("bob", quest, uploadForm(photo))).body.id as string;
    for (let count = 0; count < 6; count++) ids.push(await send(questId));
    const bulk = (as: string, decision: string, ofIds: string[]) =>
      call(as, "PUT", "/quest_data/reviews", { ids: ofIds, decision, comment: "Seen." });
    await bulk("rita", "accepted", ids.slice(0, 3));
    await bulk("rita", "denied", ids.slice(3, 4));
    await bulk("rosa", "accepted", ids.slice(4, 6));
    await call("rosa", "POST", "/quest_data/reviews/undo", { ids: [ids[5]] });
    const look = (id: string | undefined, decision: string) =>
      call("rosa", "PUT", `/quest_data/${id}/recheck`, { decision });
    await look(ids[0], "accepted");
    await look(ids[1], "accepted");
    await look(ids[2], "denied");
    await look(ids[3], "denied");
    const rivers = await send(otherQuestId);
    await bulk("otto", "accepted", [rivers]);
  });

  const figures = async (as: string, query = `?from=${encodeURIComponent(before)}`) =>
    (await call(as, "GET", `/admin/review-figures${query}`)).body;

  it("count each one's decisions, and how far second reviews agree", async () => {
    const body = await figures("rita");
    expect(body).toEqual({
      from: before,
      reviewers: [
        {
          reviewer: "rita",
          accepted: 3,
          denied: 1,
          change_requested: 0,
          undone: 0,
          rechecked: 4,
          agreed: 3,
          last_decision_at: expect.any(String),
        },
        {
          reviewer: "rosa",
          accepted: 1,
          denied: 1,
          change_requested: 0,
          undone: 1,
          rechecked: 0,
          agreed: 0,
          last_decision_at: expect.any(String),
        },
      ],
      agreement: {
        count: 4,
        observed: 0.75,
        // Expected by chance: (3 * 2 + 1 * 2) / 16 = 0.5.
        kappa: 0.5,
        table: [
          { first: "accepted", second: "accepted", count: 2 },
          { first: "accepted", second: "denied", count: 1 },
          { first: "denied", second: "denied", count: 1 },
        ],
      },
      recheck_percent: 100,
    });
  });

  it("cover one's own organizations; administrators see all", async () => {
    const namesFor = async (as: string) =>
      (await figures(as)).reviewers.map(({ reviewer }: { reviewer: string }) => reviewer);
    expect(await namesFor("otto")).toEqual(["otto"]);
    expect((await figures("otto")).agreement).toEqual({ count: 0, observed: null, kappa: null, table: [] });
    expect(await namesFor("admin")).toEqual(["otto", "rita", "rosa"]);

    expectCode(await call("alice", "GET", "/admin/review-figures"), [403, "forbidden"]);
  });

  it("begin at a given time, thirty days ago by default", async () => {
    const later = await figures("admin", "?from=2100-01-01T00:00:00Z");
    expect([later.reviewers, later.agreement.count]).toEqual([[], 0]);
    const { from } = await figures("admin", "");
    expect((Date.now() - Date.parse(from)) / 86_400_000).toBeCloseTo(30, 1);
    expectCode(await call("admin", "GET", "/admin/review-figures?from=yesterday"), [422, "validation_failed"]);
  });
});

it("the setting 0 turns second reviews off", async () => {
  const off = await startTestApi({ RECHECK_PERCENT: "0" });
  const quest = await makeQuest(off, await makeOrganization(off));
  await join(off, "alice", quest.id);
  const { id } = (await off.upload("alice", quest.id, uploadForm(photo))).body;
  await off.call("PUT", `/quest_data/${id}/review`, { as: "admin", json: { decision: "accepted" } });
  expect(await off.database.db.selectFrom("review_rechecks").selectAll().execute()).toEqual([]);
  await off.close();
});
