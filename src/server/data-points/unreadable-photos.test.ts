import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiAnswer, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";
import { enqueue } from "../jobs/job-queue.ts";
import { derivativeKeyOf } from "../photos/derivatives/photo-derivatives.ts";
import { storeBytes } from "../photos/store/photo-store.ts";
import { makeDerivativesJob } from "./file-jobs.ts";

const api = usingApi({ JOB_POLL_SECONDS: "1" });
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  questId = (await makeQuest(api, await makeOrganization(api))).id;
  await join(api, "alice", questId);
  photo = await makePhoto({ width: 160, height: 120 });
});

const rowOf = (id: string) =>
  api.database.db.selectFrom("quest_data").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const look = (address: string) => fetch(new URL(new URL(address).pathname + new URL(address).search, api.origin));
const listOwn = async () => (await api.call("GET", `/adventurers/alice/quests/${questId}/data`, { as: "alice" })).body;
const contributions = async () => (await api.call("GET", "/adventurers/alice/contributions", { as: "alice" })).body;
const newsOf = async () =>
  (await api.call("GET", "/adventurers/alice/contributions/summary", { as: "alice" })).body.news;

/** A data point whose accepted photo can't be decoded. */
async function sendUnreadable(): Promise<ApiAnswer["body"]> {
  const { body } = await api.upload("alice", questId, uploadForm(photo));
  const { photo_key: key } = await rowOf(body.id);
  await eventually(async () =>
    expect(await api.services.photoStore.exists(derivativeKeyOf(String(key), "thumbnail"))).toBe(true),
  );
  for (const variant of ["display", "thumbnail"] as const) {
    await api.services.photoStore.delete(derivativeKeyOf(String(key), variant));
  }
  await storeBytes(api.services.photoStore, String(key), Buffer.concat([photo.subarray(0, 20), Buffer.alloc(5_000)]));
  return body;
}

function newPhoto(bytes: Uint8Array | undefined, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ id: randomUUID(), ...fields })) form.set(name, value);
  if (bytes) form.set("file", new Blob([new Uint8Array(bytes)]), "photo.jpg");
  return form;
}

const revise = (id: string, form: FormData, as = "alice") =>
  api.call("POST", `/quest_data/${id}/revisions`, { as, form });

describe("an accepted photo that can't be displayed", () => {
  it("is reported to its volunteer and reviewers when found, and can be replaced", async () => {
    const sent = await sendUnreadable();
    expect([(await listOwn())[0].photos[0].unreadable_at, await newsOf()]).toEqual([undefined, 0]);
    const seen = await look(sent.thumbnail_presigned_url);
    expect([seen.status, ((await seen.json()) as { code: string }).code]).toEqual([422, "photo_unreadable"]);
    const [own] = await listOwn();
    const foundAt = own.photos[0].unreadable_at;
    expect(foundAt).toBe((await rowOf(sent.id)).photo_unreadable_at?.toISOString());
    expect(await newsOf()).toBe(1);
    expect(await contributions()).toMatchObject([{ id: sent.id, has_news: true, has_unreadable_photo: true }]);
    const sample = await api.call("GET", `/quest_data/${sent.id}`, { as: "admin" });
    expect(sample.body.photos[0].unreadable_at).toBe(foundAt);
    const { body: samples } = await api.call("GET", `/admin/samples?quest_id=${questId}`, { as: "admin" });
    expect(samples).toMatchObject([{ id: sent.id, has_unreadable_photo: true }]);

    expect((await revise(sent.id, newPhoto(undefined, { message: "Look again." }))).body.code).toBe(
      "change_not_requested",
    );
    expect((await revise(sent.id, newPhoto(photo), "bob")).status).toBe(404);
    const other = await makePhoto({ width: 200, height: 120 });
    const form = newPhoto(other);
    const { status, body } = await revise(sent.id, form);
    expect([status, body]).toMatchObject([201, { id: sent.id, revision: 2, review: null }]);
    expect(body.photos).toEqual([
      expect.objectContaining({ sha256: createHash("sha256").update(other).digest("hex") }),
    ]);
    expect(body.photos[0].unreadable_at).toBeUndefined();
    expect((await look(body.thumbnail_presigned_url)).status).toBe(200);
    // Sent twice, it is one revision; then there is nothing left to replace.
    expect((await revise(sent.id, form)).body.revision).toBe(2);
    expect((await revise(sent.id, newPhoto(photo))).body.code).toBe("change_not_requested");
    expect((await contributions())[0]).toMatchObject({ has_news: false });
    expect((await contributions())[0].has_unreadable_photo).toBeUndefined();
  });

  it("is found by the worker too, and can't be replaced after a decision", async () => {
    const sent = await sendUnreadable();
    await api.database.db.transaction().execute((tx) => enqueue(tx, makeDerivativesJob, { id: sent.id }));
    await eventually(async () => expect((await rowOf(sent.id)).photo_unreadable_at).toBeInstanceOf(Date));
    await eventually(async () =>
      expect(
        await api.database.db.selectFrom("jobs").selectAll().where("kind", "=", "make-derivatives").execute(),
      ).toEqual([]),
    );
    await api.call("PUT", `/quest_data/${sent.id}/review`, { as: "admin", json: { decision: "accepted" } });
    expect((await revise(sent.id, newPhoto(photo))).body.code).toBe("change_not_requested");
  });
});
