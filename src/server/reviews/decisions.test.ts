import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import type { Decisions } from "../../contract/reviews.ts";
import { countRepeats } from "../database/connection.ts";

const api = usingApi();
let questId: number;
let otherQuestId: number;
let organizationId: number;
let otherOrganizationId: number;
let photo: Buffer;
/** Tokens by name: two of the first organization, one of the other. */
let tokens: Record<"ann" | "ben" | "cleo", string>;

beforeAll(async () => {
  organizationId = await makeOrganization(api, "Institute of Ferns");
  otherOrganizationId = await makeOrganization(api, "Institute of Moss");
  questId = (await makeQuest(api, organizationId)).id;
  otherQuestId = (await makeQuest(api, otherOrganizationId)).id;
  await join(api, "alice", questId);
  await join(api, "alice", otherQuestId);
  photo = await makePhoto({ width: 32, height: 24 });
  tokens = {
    ann: await api.mintToken({ username: "ann", groups: [`reviewers:${organizationId}`] }),
    ben: await api.mintToken({ username: "ben", groups: [`reviewers:${organizationId}`] }),
    cleo: await api.mintToken({ username: "cleo", groups: [`reviewers:${otherOrganizationId}`, "reviewers:nobody's"] }),
  };
});

type Name = keyof typeof tokens;
const sample = async (quest = questId): Promise<string> =>
  (await api.upload("alice", quest, uploadForm(photo))).body.id;
const samples = (count: number) => Promise.all(Array.from({ length: count }, () => sample()));
const call = (method: string, path: string, as: Name, json?: unknown) =>
  api.call(method, path, { token: tokens[as], ...(json === undefined ? {} : { json }) });
const review = (as: Name, id: string, json: object) => call("PUT", `/quest_data/${id}/review`, as, json);
const reviewMany = (as: Name, json: object) => call("PUT", "/quest_data/reviews", as, json);
const undo = (as: Name, ids: string[]) => call("POST", "/quest_data/reviews/undo", as, { ids });
const detail = async (as: Name, id: string) => (await call("GET", `/quest_data/${id}`, as)).body;
const fates = ({ results }: Decisions) => results.map(({ result, code }) => (code ? `${result} ${code}` : result));
const row = (id: string) =>
  api.database.db
    .selectFrom("quest_data")
    .select(["review_decision", "news_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

describe("a decision", () => {
  it("[CALL-32] is overwritten only by its reviewer or someone who saw it", async () => {
    const id = await sample();
    const first = await review("ann", id, { decision: "denied", revision: 1, seen_review: null });
    expect(first.body.review).toMatchObject({ decision: "denied", reviewed_by: "ann" });
    for (const unseen of [{}, { seen_review: null }, { seen_review: "2026-01-01T00:00:00Z" }]) {
      const { status, body } = await review("ben", id, { decision: "accepted", ...unseen });
      expect([status, body]).toEqual([
        409,
        {
          code: "already_reviewed",
          detail: "ann has already decided on this data point: denied. Look at it again, then decide.",
        },
      ]);
    }
    const again = await review("ann", id, { decision: "change_requested", comment: "The trunk, please." });
    const seen = await review("ben", id, { decision: "accepted", seen_review: again.body.review.reviewed_at });
    expect(seen.body.reviews.map((each: { decision: string }) => each.decision)).toEqual([
      "accepted",
      "change_requested",
      "denied",
    ]);
    const late = await review("ben", id, { decision: "accepted", revision: 2 });
    expect([late.status, late.body.code]).toEqual([409, "data_point_changed"]);
  });

  it("[CALL-33] is forbidden for other organizations' reviewers, who can't see the sample", async () => {
    const id = await sample();
    const refusals = [
      await review("cleo", id, { decision: "accepted" }),
      await call("GET", `/quest_data/${id}`, "cleo"),
    ];
    for (const { status, body } of refusals) {
      expect([status, body]).toEqual([
        403,
        {
          code: "forbidden",
          detail: "You have no role that allows this in that organization.",
        },
      ]);
    }
    expect(await row(id)).toEqual({ review_decision: null, news_at: null });
  });
});

describe("decisions on many", () => {
  it("[CALL-32] are made where possible, with a reason for every other, in order", async () => {
    const [plain, changed, edited, decided, own, overruled] = (await samples(6)) as [string, ...string[]];
    const elsewhere = await sample(otherQuestId);
    const unknown = randomUUID();
    await review("ben", decided ?? "", { decision: "denied" });
    await review("ann", own ?? "", { decision: "denied" });
    const seen = (await review("ben", overruled ?? "", { decision: "denied" })).body.review.reviewed_at;
    await api.database.db
      .updateTable("quest_data")
      .set({ revision: 2 })
      .where("id", "=", changed ?? "")
      .execute();
    const path = `/adventurers/alice/quests/${questId}/data/${edited}`;
    await api.call("PUT", path, { as: "alice", json: { measurements: { tree_width: 70 } } });
    const { status, body } = await reviewMany("ann", {
      ids: [overruled, elsewhere, plain, unknown, changed, plain?.toUpperCase(), decided, edited, own],
      decision: "accepted",
      comment: "  <b>Good</b> ",
      revisions: { [plain ?? ""]: 1, [changed ?? ""]: 1 },
      seen_reviews: { [overruled ?? ""]: seen, [decided ?? ""]: null },
      edited_at: { [edited ?? ""]: null, [plain ?? ""]: null },
    });
    expect(status).toBe(200);
    const after = [overruled, elsewhere, plain?.toUpperCase(), unknown, changed, decided, edited, own];
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(after);
    expect(fates(body)).toEqual([
      "decided",
      "refused forbidden",
      "decided",
      "refused data_point_not_found",
      "conflict data_point_changed",
      "conflict already_reviewed",
      "conflict data_point_changed",
      "decided",
    ]);
    expect(body.results[5].detail).toBe(
      "ben has already decided on this data point: denied. Look at it again, then decide.",
    );
    const { reviews } = await detail("ann", plain ?? "");
    expect(reviews).toHaveLength(1);
    expect(reviews[0]).toMatchObject({ decision: "accepted", comment: "<b>Good</b>", reviewed_by: "ann", revision: 1 });
    expect((await row(plain ?? "")).news_at?.toISOString()).toBe(reviews[0].reviewed_at);
    expect((await row(elsewhere)).review_decision).toBeNull();
  });

  it("accept revisions in order, and reject lists of another length", async () => {
    const ids = await samples(2);
    const { body } = await reviewMany("ann", { ids, decision: "denied", revisions: [2, 1] });
    expect(fates(body)).toEqual(["conflict data_point_changed", "decided"]);
    const wrong = await reviewMany("ann", { ids, decision: "denied", revisions: [1] });
    expect([wrong.status, wrong.body.code]).toEqual([422, "validation_failed"]);
  });

  it("are rejected for change requests without a comment, more than 500 ids, or none", async () => {
    const id = await sample();
    const wordless = await reviewMany("ann", { ids: [id], decision: "change_requested", comment: " " });
    expect([wordless.status, wordless.body.code]).toEqual([422, "comment_required"]);
    for (const ids of [Array.from({ length: 10_000 }, () => randomUUID()), [id, ...Array(500).fill(id)], [], ["17"]]) {
      const { status, body } = await reviewMany("ann", { ids, decision: "accepted" });
      expect([status, body.code]).toEqual([422, "validation_failed"]);
      expect((await undo("ann", ids)).status).toBe(422);
    }
    expect((await row(id)).review_decision).toBeNull();
    expect((await reviewMany("ann", { ids: Array(500).fill(id), decision: "accepted" })).body.results).toHaveLength(1);
  });

  it("made in parallel in opposite order: exactly one decides each, without a deadlock", async () => {
    const ids = await samples(12);
    for (let round = 0; round < 5; round++) {
      await sql`DELETE FROM reviews WHERE quest_data_id = ANY(${ids}::uuid[])`.execute(api.database.db);
      await api.database.db.updateTable("quest_data").set({ review_decision: null }).where("id", "in", ids).execute();
      const [ann, ben] = await Promise.all([
        reviewMany("ann", { ids, decision: "accepted" }),
        reviewMany("ben", { ids: [...ids].reverse(), decision: "denied" }),
      ]);
      expect([ann.status, ben.status]).toEqual([200, 200]);
      const byAnn = fates(ann.body);
      const byBen = fates(ben.body).reverse();
      for (const index of ids.keys()) {
        expect([byAnn[index], byBen[index]].sort()).toEqual(["conflict already_reviewed", "decided"]);
      }
    }
    expect(countRepeats()).toBe(0);
  });
});

describe("undo", () => {
  it("[CALL-32] restores the previous state, keeps the history, and removes the news", async () => {
    const id = await sample();
    const first = (await review("ben", id, { decision: "denied" })).body.review;
    const newsOfFirst = (await row(id)).news_at;
    const second = await review("ann", id, { decision: "accepted", seen_review: first.reviewed_at });
    expect(second.body.review.decision).toBe("accepted");
    expect(fates((await undo("ann", [id])).body)).toEqual(["decided"]);
    expect(await row(id)).toEqual({ review_decision: "denied", news_at: newsOfFirst });
    const { review: standing, reviews } = await detail("ann", id);
    expect(standing).toEqual(first);
    expect(reviews).toMatchObject([
      { decision: "accepted", undone_at: expect.any(String) },
      { decision: "denied", undone_at: null },
    ]);
    expect(fates((await undo("ben", [id])).body)).toEqual(["decided"]);
    expect(await row(id)).toEqual({ review_decision: null, news_at: null });
    expect(fates((await undo("ben", [id])).body)).toEqual(["conflict undo_too_late"]);
    // Pending again: everyone may decide, whatever they saw.
    expect((await review("ben", id, { decision: "accepted" })).status).toBe(200);
  });

  it("keeps news that the volunteer has seen, and later news", async () => {
    const [seen, later] = (await samples(2)) as [string, string];
    await reviewMany("ann", { ids: [seen, later], decision: "denied" });
    const message = new Date(Date.now() + 1000);
    await api.database.db.updateTable("quest_data").set({ news_at: null }).where("id", "=", seen).execute();
    await api.database.db.updateTable("quest_data").set({ news_at: message }).where("id", "=", later).execute();
    await undo("ann", [seen, later]);
    expect(await row(seen)).toEqual({ review_decision: null, news_at: null });
    expect(await row(later)).toEqual({ review_decision: null, news_at: message });
  });

  it("is rejected for others' decisions, after a minute, for older revisions, and out of scope", async () => {
    const [others, old, answered, never] = (await samples(4)) as [string, string, string, string];
    const mine = (await review("ann", others, { decision: "denied" })).body.review.reviewed_at;
    await review("ben", others, { decision: "accepted", seen_review: mine });
    await reviewMany("ann", { ids: [old, answered], decision: "change_requested", comment: "Again" });
    await sql`UPDATE reviews SET reviewed_at = reviewed_at - interval '61 seconds' WHERE quest_data_id = ${old}`.execute(
      api.database.db,
    );
    await sql`UPDATE quest_data SET revision = 2, review_decision = NULL WHERE id = ${answered}`.execute(
      api.database.db,
    );
    const elsewhere = await sample(otherQuestId);
    await review("cleo", elsewhere, { decision: "accepted" });
    const { body } = await undo("ann", [others, old, answered, never, elsewhere, randomUUID()]);
    expect(fates(body)).toEqual([
      "conflict already_reviewed",
      "conflict undo_too_late",
      "conflict data_point_changed",
      "conflict undo_too_late",
      "refused forbidden",
      "refused data_point_not_found",
    ]);
    expect((await row(old)).review_decision).toBe("change_requested");
  });
});
