import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { usingApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { sweepOrphans } from "../photos/delete-photos.ts";
import { storeBytes } from "../photos/store/photo-store.ts";
import { photoKinds } from "../processes/photo-kinds.ts";

const api = usingApi();
let questId: number;

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api), { quest_status: "ACCEPTING_APPLICATIONS" })).id;
});

const storedKeys = async () => {
  const keys: string[] = [];
  for await (const { key } of api.services.photoStore.list("")) keys.push(key);
  return keys.sort();
};
function send(bytes: Uint8Array, { as = "admin", id = questId, name = "cover.jpg" } = {}) {
  const form = new FormData();
  form.append("file", new Blob([Uint8Array.from(bytes)]), name);
  return api.call("PUT", `/quests/${id}/image`, { as, form });
}
const photo = (uniqueSeed: string) =>
  makePhoto({
    uniqueSeed,
    width: 2000,
    height: 1500,
    orientation: 6,
    gps: { latitude: 38.6, longitude: -78.5, accuracyMeters: 6 },
  });
async function fetchPicture(address: string) {
  const response = await fetch(api.origin + address);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes };
}

describe("a quest's cover image", () => {
  it("is uploaded by an administrator and public, upright, without metadata, in two sizes", async () => {
    const { status, body } = await send(await photo("moss"));
    expect([status, body.id]).toEqual([200, questId]);
    expect(body.quest_image).toMatch(/^\/api\/covers\/[0-9a-f-]{36}\?signature=[\w-]{43}$/);
    const listed = (await api.call("GET", "/quests")).body.find(({ id }: { id: number }) => id === questId);
    expect(listed.quest_image).toBe(body.quest_image);
    for (const [address, size] of [
      [body.quest_image, [1200, 1600]],
      [`${body.quest_image}&size=card`, [640, 853]],
    ]) {
      const { response, bytes } = await fetchPicture(address);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const { width, height, exif, orientation } = await sharp(bytes).metadata();
      expect(exif ?? orientation).toBeUndefined();
      expect([width, height]).toEqual(size);
    }
    const id = /covers\/([^?]+)/.exec(body.quest_image)?.[1];
    expect(await storedKeys()).toEqual([`cover-cards/${id}.jpg`, `covers/${id}.jpg`]);
  });

  it("is swept only if no quest has it, in both sizes", async () => {
    await send(await photo("lichen"));
    const kept = await storedKeys();
    const lostId = randomUUID();
    const { photoStore } = api.services;
    for (const kind of ["covers", "cover-cards"])
      await storeBytes(photoStore, `${kind}/${lostId}.jpg`, Buffer.from("x"));
    const removed = await sweepOrphans({
      store: photoStore,
      kinds: photoKinds(api.database.db),
      databaseMadeAt: new Date(0),
      logger: api.services.logger,
      nowMs: Date.now() + 25 * 60 * 60 * 1000,
    });
    expect([removed, await storedKeys()]).toEqual([2, kept]);
  });

  it("is replaced by the next one, stays when the quest is edited, and can be removed", async () => {
    const before = (await send(await photo("bark"))).body.quest_image;
    const after = (await send(await photo("leaf"))).body.quest_image;
    expect(after).not.toBe(before);
    expect((await fetchPicture(before)).response.status).toBe(404);
    expect(await storedKeys()).toHaveLength(2);
    const { quest_data, adventurer_count, ...quest } = (await api.call("GET", `/quests/${questId}`)).body;
    const json = { ...quest, organization: { organization_id: quest.organization_id } };
    const edited = await api.call("PUT", `/quests/${questId}`, { as: "admin", json });
    expect([edited.status, edited.body.quest_image]).toEqual([200, after]);
    const taken = await api.call("DELETE", `/quests/${questId}/image`, { as: "admin" });
    expect([taken.status, taken.body.quest_image]).toEqual([200, null]);
    expect(await storedKeys()).toEqual([]);
  });

  it("is checked by its bytes; a rejected one leaves nothing behind and keeps the current cover", async () => {
    const kept = (await send(await photo("fern"))).body.quest_image;
    const keys = await storedKeys();
    const text = await send(Buffer.from("#!/bin/sh\necho not a picture\n".repeat(9)));
    expect([text.status, text.body.code]).toEqual([415, "photo_unsupported"]);
    const none = await api.call("PUT", `/quests/${questId}/image`, { as: "admin", form: new FormData() });
    expect([none.status, none.body.code]).toEqual([422, "photo_required"]);
    const nowhere = await send(await photo("fog"), { id: 999_999 });
    expect([nowhere.status, nowhere.body.code]).toEqual([404, "quest_not_found"]);
    expect((await api.call("GET", `/quests/${questId}`)).body.quest_image).toBe(kept);
    expect(await storedKeys()).toEqual(keys);
  });

  it("is changed only by administrators, and seen only at signed addresses", async () => {
    expect((await send(await photo("stone"), { as: "alice" })).status).toBe(403);
    const address = (await api.call("GET", `/quests/${questId}`)).body.quest_image as string;
    for (const wrong of [
      address.replace(/signature=.*/, ""),
      address.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      address.replace(/covers\/[^?]+/, `covers/${randomUUID()}`),
    ]) {
      expect((await fetchPicture(wrong)).response.status, wrong).toBe(403);
    }
  });
});
