import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { makeOrganization, makeQuest } from "../../../test/factories.ts";
import { questStatuses, questTypes } from "../../contract/enums.ts";
import type { Quest } from "../../contract/quests.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import type { AccountMaker } from "./demo-accounts.ts";
import { readDemo } from "./demo-content.ts";
import { seedDemo } from "./seed-demo.ts";

class AccountList implements AccountMaker {
  readonly made: { id: string; username: string; groups: string[]; password: string }[] = [];

  async find(username: string) {
    return this.made.find((account) => account.username === username);
  }

  async create(account: { username: string; groups: string[]; password: string }) {
    this.made.push({ id: `id-of-${account.username}`, ...account });
  }
}

/** A store of photos that keeps the first ones only. */
function storeThatFailsAfter(photos: number, photoStore: PhotoStore): PhotoStore {
  let left = photos;
  return new Proxy(photoStore, {
    get(store, name: keyof PhotoStore) {
      if (name === "beginWrite" && left-- <= 0) throw new Error("the disk is gone");
      const member = store[name];
      return typeof member === "function" ? member.bind(store) : member;
    },
  });
}

let api: TestApi;
afterEach(() => api.close());

async function sampleCount(): Promise<number> {
  const rows = await api.database.db.selectFrom("quest_data").select("id").execute();
  return rows.length;
}

// One stores sixty photos, while the worker makes thumbnails.
vi.setConfig({ testTimeout: 180_000 });

const demoQuests = readDemo().quests;
const plannedSamples = demoQuests.flatMap(({ participations }) => participations.flatMap(({ samples }) => samples));

describe("the demo", () => {
  it("fills an empty database once, also after an interruption: of simultaneous processes, one does and the others wait", async () => {
    vi.spyOn(console, "log").mockReturnValue();
    api = await startTestApi();
    const accounts = new AccountList();
    const services = { ...api.services, photoStore: storeThatFailsAfter(3, api.services.photoStore) };
    await expect(seedDemo({ services, accounts })).rejects.toThrow("the disk is gone");
    expect(await sampleCount()).toBe(3);
    const sow = async () => {
      await seedDemo({ services: api.services, accounts });
      return sampleCount();
    };
    expect(await Promise.all([sow(), sow()])).toEqual([plannedSamples.length, plannedSamples.length]);
    expect(await sow()).toBe(plannedSamples.length);

    const { body: quests }: { body: Quest[] } = await api.call("GET", "/admin/quests", { as: "admin" });
    expect(quests).toHaveLength(demoQuests.length);
    expect(quests.length).toBeGreaterThanOrEqual(12);
    expect(new Set(quests.map((quest) => quest.quest_type))).toEqual(new Set(questTypes));
    expect(new Set(quests.map((quest) => quest.quest_status))).toEqual(new Set(questStatuses));
    expect(quests.every((quest) => quest.locations.length >= 2)).toBe(true);
    const today = new Date().toISOString().slice(0, 10);
    expect(quests.some(({ quest_deadline: deadline }) => deadline !== null && deadline < today)).toBe(true);
    expect(quests.some(({ quest_deadline: deadline }) => deadline !== null && deadline > today)).toBe(true);

    const gauges = quests.find(({ quest_name }) => quest_name.includes("Mekong"));
    const ofTeam = await api.call("GET", `/quests/${gauges?.id}/stations`, { as: "admin" });
    expect(ofTeam.body.repeat_days).toBe(3);
    expect(ofTeam.body.stations).toHaveLength(4);
    const [measured] = ofTeam.body.stations.filter(({ code }: { code: string }) => code === "LPB");
    expect(measured).toMatchObject({ data_point_count: 2 });

    const covered = demoQuests.filter(({ cover }) => cover !== undefined).map(({ quest }) => quest.quest_name);
    const shown = quests.filter(({ quest_image: address }) => address !== null);
    expect(shown.map(({ quest_name }) => quest_name).sort()).toEqual(covered.sort());
    const card = await fetch(`${api.origin}${shown[0]?.quest_image}&size=card`);
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    const { body: history } = await api.call("GET", `/quests/${shown[0]?.id}/history`, { as: "admin" });
    expect(history).toHaveLength(1);

    const samples = quests.flatMap((quest) => quest.quest_data);
    expect(samples).toHaveLength(plannedSamples.length);
    expect(new Set(samples.map((sample) => sample.review?.decision))).toEqual(
      new Set([undefined, "accepted", "denied", "change_requested"]),
    );
    const byType = new Map(questTypes.map((type) => [type, quests.filter((quest) => quest.quest_type === type)]));
    for (const [type, ofType] of byType) {
      const points = ofType.flatMap((quest) => quest.quest_data);
      expect([type, points.some(({ review }) => review?.decision === "accepted")]).toEqual([type, true]);
    }
    const versions = quests.map(({ quest_data }) => new Set(quest_data.map((point) => point.protocol_version)).size);
    expect(versions.filter((count) => count === 2)).toHaveLength(2);
    expect(samples.every(({ protocol_version }) => protocol_version !== null)).toBe(true);
    expect(samples.filter(({ photos }) => photos.length === 2).length).toBeGreaterThanOrEqual(5);
    expect(samples.every(({ captured_at }) => captured_at !== null)).toBe(true);
    const late = samples.filter((sample) => sample.late);
    expect(late).toHaveLength(1);
    expect(Date.parse(late[0]?.created_at ?? "")).toBeGreaterThan(Date.parse(late[0]?.captured_at ?? ""));
    const { body: sample } = await api.call("GET", `/quest_data/${late[0]?.id}`, { as: "admin" });
    expect(sample.capture.fixes).toHaveLength(2);
    const revised = samples.filter(({ revision }) => revision === 2);
    expect(revised).toMatchObject([{ review: null, additional_data: { cloth_left: 35 } }]);
    const { body: answered } = await api.call("GET", `/quest_data/${revised[0]?.id}`, { as: "admin" });
    expect(answered).toMatchObject({
      reviews: [{ decision: "change_requested", revision: 1 }],
      former_revisions: [{ additional_data: { cloth_left: 30 }, photos: [{ key: "file" }] }],
      messages: [{ author: "bob", is_reviewer: false }],
    });
    const { pathname, search } = new URL(samples[0]?.image_data_presigned_url ?? "");
    const photo = await fetch(`${api.origin}${pathname}${search}`);
    expect(photo.headers.get("content-type")).toBe("image/jpeg");

    expect(accounts.made.map(({ username, groups }) => [username, ...groups])).toEqual([
      ["admin", "admins", "feature_testers"],
      ["tester", "feature_testers"],
      ["alice"],
      ["bob"],
    ]);
    const kept = join(api.dataDir, "demo-password");
    expect((await readFile(kept, "utf8")).trim()).toBe(accounts.made[0]?.password);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(console.log).toHaveBeenCalledTimes(1);
  });

  it("has the password of the owner", async () => {
    api = await startTestApi({ DEMO_PASSWORD: "a password of the owner" });
    const accounts = new AccountList();
    const services = { ...api.services, photoStore: storeThatFailsAfter(0, api.services.photoStore) };
    await expect(seedDemo({ services, accounts })).rejects.toThrow("the disk is gone");
    expect(accounts.made.map(({ password }) => password)).toEqual(Array(4).fill("a password of the owner"));
  });

  it("doesn't change a database with quests", async () => {
    api = await startTestApi();
    await makeQuest(api, await makeOrganization(api));
    const accounts = new AccountList();
    await seedDemo({ services: api.services, accounts });
    const { body: quests } = await api.call("GET", "/admin/quests", { as: "admin" });
    expect(quests).toHaveLength(1);
    expect(accounts.made).toEqual([]);
  });
});
