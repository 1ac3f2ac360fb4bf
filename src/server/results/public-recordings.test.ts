import { beforeAll, expect, it, vi } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePdf } from "../../../test/make-pdf.ts";
import { packetsOf, recordingWith, timesIn } from "../../../test/recordings.ts";
import type { QuestFormInput } from "../../contract/quests.ts";
import type { AudioFormat } from "../database/column-types.ts";
import { deletePhoto } from "../photos/delete-photos.ts";

const api = usingApi();
let questId: number;

const told = { words: "+47.1234+008.5678/Ada Wildes", at: new Date("2026-05-06T07:08:09Z") };
const mediaTypes = { mp4: "audio/mp4", webm: "audio/webm", ogg: "audio/ogg", mp3: "audio/mpeg" };

beforeAll(async () => {
  const protocol = {
    photo: { required: false },
    fields: [
      { key: "song", kind: "audio", label: "Song", public: true },
      { key: "talk", kind: "audio", label: "Talk" },
      { key: "paper", kind: "file", label: "Paper", public: true },
    ],
  };
  const quest = await makeQuest(api, await makeOrganization(api), {
    results: { visibility: "public", positions: "hidden" },
    protocol: protocol as unknown as QuestFormInput["protocol"],
  });
  questId = quest.id;
  await join(api, "alice", questId);
});

async function accepted(song: Buffer): Promise<string> {
  const form = uploadForm(undefined, { measurements: "{}", tree_width: undefined });
  form.set("audio:song", new Blob([new Uint8Array(song)]));
  form.set("audio:talk", new Blob([new Uint8Array(recordingWith("ogg", told))]));
  form.set("file:paper", new Blob([new Uint8Array(makePdf())]));
  const { status, body } = await api.upload("alice", questId, form);
  if (status !== 201) throw new Error(JSON.stringify(body));
  const json = { decision: "accepted", comment: "" };
  expect((await api.call("PUT", `/quest_data/${body.id}/review`, { as: "admin", json })).status).toBe(200);
  return body.id;
}

type PublicFile = { key: string; kind: string; address: string };
const filesOf = async (id: string): Promise<PublicFile[]> => {
  const { body } = await api.call("GET", `/quests/${questId}/results/points`, { as: "visitor" });
  return body.find((point: { id: string }) => point.id === id)?.files;
};
const songOf = (id: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const [song, ...others] = await filesOf(id);
      expect([song?.key, song?.kind, others]).toEqual(["song", "audio", []]);
      return song?.address ?? "";
    },
    { timeout: 20_000, interval: 100 },
  );
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(api.origin + address.slice(address.indexOf("/api/")), { headers });
const teamSees = async (id: string) =>
  (await api.call("GET", `/quest_data/${id}`, { as: "admin" })).body.files as { key: string; url: string }[];

it.each<AudioFormat>(["mp4", "webm", "ogg", "mp3"])(
  "[CALL-47] a public recording in %s is a copy that plays the same, and holds nothing of where, when and by whom it was made",
  async (format) => {
    const original = recordingWith(format, told);
    const address = await songOf(await accepted(original));
    const answer = await get(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, mediaTypes[format]]);
    const copy = Buffer.from(await answer.arrayBuffer());
    for (const secret of [told.words.slice(0, 8), "Ada Wild", ...timesIn(told.at)]) {
      expect(copy.includes(secret)).toBe(false);
    }
    expect(packetsOf(format, copy)).toEqual(packetsOf(format, original));
    const part = await get(address, { range: "bytes=10-19" });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, copy.subarray(10, 20)]);
  },
);

it("the address of a copy opens nothing else, and others don't open the copy", async () => {
  const id = await accepted(recordingWith("mp4", told));
  const address = await songOf(id);
  expect((await get(address.replace("/copy?", "?"))).status).toBe(403);
  expect((await get(address.replace(/signature=.*/, "signature=x"))).status).toBe(403);
  const files = await teamSees(id);
  const addressOf = (key: string) => files.find((file) => file.key === key)?.url ?? "";
  expect((await get(addressOf("song").replace("?", "/copy?"))).status).toBe(403);
  expect((await get(addressOf("song"))).status).toBe(200);
  // What isn't public has no copy, whatever address somebody makes.
  for (const key of ["talk", "paper"]) {
    const fileId = /files\/([^?]+)/.exec(addressOf(key))?.[1] as string;
    expect((await get(api.services.photoAddresses.sign(fileId, "copy"))).status).toBe(404);
  }
});

it("a recording of which no copy can be made stays with the team, which is told", async () => {
  const part = recordingWith("ogg", told);
  const endless = Buffer.from(part);
  endless[endless.lastIndexOf("OggS", undefined, "latin1") + 5] = 0;
  const unmarked = Buffer.from(part);
  unmarked[5] = 0;
  const id = await accepted(Buffer.concat([endless, unmarked]));
  expect(await filesOf(id)).toEqual([]);
  await vi.waitFor(
    async () =>
      expect(await teamSees(id)).toMatchObject([
        { key: "song", copy_failed_at: expect.any(String) },
        { key: "talk" },
        { key: "paper" },
      ]),
    { timeout: 20_000, interval: 100 },
  );
  expect(await filesOf(id)).toEqual([]);
  expect(api.log.filter(({ msg }) => /a recording can't be public/.test(String(msg)))).toHaveLength(1);
});

it("a copy that is lost, as after a backup, is made anew; it is deleted with its original", async () => {
  const id = await accepted(recordingWith("mp4", told));
  const address = await songOf(id);
  const copiesOf = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of api.services.photoStore.list("copies/")) keys.push(key);
    return keys;
  };
  const { photo_key } = await api.database.db
    .selectFrom("quest_data_photos")
    .select("photo_key")
    .where("quest_data_id", "=", id)
    .where("key", "=", "song")
    .executeTakeFirstOrThrow();
  const copyKey = photo_key.replace("originals", "copies");
  expect(await copiesOf()).toContain(copyKey);
  const bytes = await (await get(address)).arrayBuffer();
  await api.services.photoStore.delete(copyKey);
  expect(await (await get(address)).arrayBuffer()).toEqual(bytes);
  await deletePhoto(api.services.photoStore, photo_key);
  expect(await copiesOf()).not.toContain(copyKey);
  expect((await get(address)).status).toBe(404);
});
