import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
let organizationId: number;
let questId: number;
let photo: Buffer;
let dataPointId: string;
let reviewerToken: string;

beforeAll(async () => {
  organizationId = await makeOrganization(api, "Forest Ecology");
  await makeOrganization(api, "River Keepers");
  questId = (await makeQuest(api, organizationId)).id;
  photo = await makePhoto({ width: 160, height: 120 });
  for (const username of ["alice", "bob", "admin"]) await join(api, username, questId);
  reviewerToken = await api.mintToken({ username: "rita", groups: [`reviewers:${organizationId}`] });
});

const sendAs = async (username: string): Promise<string> =>
  (await api.upload(username, questId, uploadForm(photo))).body.id;

beforeEach(async () => {
  dataPointId = await sendAs("alice");
});

const write = (who: { as?: string; token?: string }, json: unknown, id = dataPointId) =>
  api.call("POST", `/quest_data/${id}/messages`, { ...who, json });
const messagesOf = async (id = dataPointId) =>
  (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body.messages;
const newsAt = async (id = dataPointId) =>
  (await api.database.db.selectFrom("quest_data").select("news_at").where("id", "=", id).executeTakeFirst())?.news_at;

describe("the messages about a data point", () => {
  it("[CALL-27] come from its volunteer and from reviewers of its organization, whose messages are news", async () => {
    const own = await write({ as: "alice" }, { text: "The trunk is forked." });
    expect([own.status, own.body]).toEqual([
      201,
      {
        id: expect.any(Number),
        author: "alice",
        is_reviewer: false,
        text: "The trunk is forked.",
        revision: 1,
        written_at: expect.any(String),
      },
    ]);
    expect(await newsAt()).toBeNull();
    expect((await write({ token: reviewerToken }, { text: "Measure both." })).body).toMatchObject({
      author: "rita",
      is_reviewer: true,
    });
    expect(await newsAt()).toBeInstanceOf(Date);
    await write({ as: "admin" }, { text: "And the height." });
    expect(await messagesOf()).toMatchObject([{ author: "alice" }, { author: "rita" }, { author: "admin" }]);
  });

  it("are those of an adventurer where a reviewer writes about their own data point", async () => {
    const id = await sendAs("admin");
    expect((await write({ as: "admin" }, { text: "Mine." }, id)).body).toMatchObject({ is_reviewer: false });
    expect(await newsAt(id)).toBeNull();
  });

  it("[CALL-27] are written by nobody else: for them it is not there", async () => {
    const ofOthers = await api.mintToken({ username: "rolf", groups: ["reviewers:River Keepers", "reviewers:4711"] });
    for (const who of [{ as: "bob" }, { as: "tester" }, { token: ofOthers }]) {
      const { status, body } = await write(who, { text: "Hello." });
      expect([status, body.code]).toEqual([404, "data_point_not_found"]);
    }
    expect((await write({ as: "admin" }, { text: "Hello." }, randomUUID())).status).toBe(404);
    expect(await messagesOf()).toEqual([]);
  });

  it("are one, sent twice or at the same time; the id of another message is refused", async () => {
    const json = { id: randomUUID(), text: "Once." };
    const answers = await Promise.all([1, 2, 3].map(() => write({ as: "alice" }, json)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await messagesOf()).toHaveLength(1);
    const other = await sendAs("bob");
    for (const answer of [await write({ as: "admin" }, json), await write({ as: "bob" }, json, other)]) {
      expect([answer.status, answer.body.code]).toEqual([409, "data_point_id_taken"]);
    }
    expect(await messagesOf(other)).toEqual([]);
    expect(await newsAt()).toBeNull();
  });

  it("[CALL-27] are kept and answered as text, whatever marks they have", async () => {
    const text = `<script>alert("x")</script> *bold* [a](javascript:x) '; DROP TABLE quest_data; --\nUnd: 🌲`;
    expect((await write({ as: "alice" }, { text })).body.text).toBe(text);
    expect((await messagesOf())[0].text).toBe(text);
  });

  it.each([
    [{}, "text"],
    [{ text: " \n " }, "text"],
    [{ text: "x".repeat(2001) }, "text"],
    [{ text: "a\u0000b" }, "text"],
    [{ text: "a", id: "7" }, "id"],
  ])("are refused without a text that can be kept: %j", async (json, path) => {
    const { status, body } = await write({ as: "alice" }, json);
    expect([status, body.code, body.info[0].path]).toEqual([422, "validation_failed", path]);
    expect(await messagesOf()).toEqual([]);
  });
});
