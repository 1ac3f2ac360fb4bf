import { randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join as joinPath } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const limitBytes = 1_000_000;
/** The stranger hasn't joined the quest. */
const people = ["ann", "bob", "stranger"] as const;

let api: TestApi;
let questId: number;
let photo: Buffer;

beforeAll(async () => {
  api = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1" });
  photo = Buffer.concat([await makePhoto({ width: 320, height: 240 }), Buffer.alloc(200_000, 7)]);
  const leaf = { key: "leaf", kind: "photo", label: "Leaf" } as const;
  const protocol = { fields: [{ ...leaf, key: "bark" }, leaf], photo: { required: false } };
  questId = (await makeQuest(api, await makeOrganization(api), { protocol })).id;
});
afterAll(() => api.close());

const nameOf = fc.constantFrom(...people);
const step = fc.oneof(
  fc.record({ does: fc.constant("create" as const), who: nameOf, part: fc.constantFrom(1, 1, 0.5) }),
  fc.record({ does: fc.constant("abort" as const), who: nameOf, upload: fc.nat(5) }),
  fc.record({
    does: fc.constant("name" as const),
    who: nameOf,
    /** The forms are sent at once. */
    forms: fc.array(
      fc.record({
        names: fc.uniqueArray(fc.constantFrom("file", "bark", "leaf", "nothing"), { minLength: 1 }),
        uploads: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }),
        isWrong: fc.boolean(),
        id: fc.nat(3),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

async function take(doing: Step, uploads: string[], ids: string[], round: string): Promise<void> {
  const as = `${doing.who}-${round}`;
  const headers = async () => ({
    authorization: `Bearer ${await api.mintToken({ username: as })}`,
    "tus-resumable": "1.0.0",
  });
  const uploadAt = (index: number) => uploads[index % Math.max(1, uploads.length)] ?? randomUUID();
  if (doing.does === "create") {
    const response = await fetch(`${api.origin}/api/uploads/`, {
      method: "POST",
      headers: {
        ...(await headers()),
        "upload-length": String(photo.length),
        "content-type": "application/offset+octet-stream",
      },
      body: new Uint8Array(photo.subarray(0, photo.length * doing.part)),
    });
    const location = response.headers.get("location");
    if (location) uploads.push(location.split("/").at(-1) ?? "");
  } else if (doing.does === "abort") {
    await fetch(`${api.origin}/api/uploads/${uploadAt(doing.upload)}`, { method: "DELETE", headers: await headers() });
  } else {
    await Promise.all(
      doing.forms.map(async ({ names, uploads: named, isWrong, id }) => {
        const fields = Object.fromEntries(names.map((name, index) => [`upload:${name}`, uploadAt(named[index] ?? 0)]));
        const wrong = isWrong ? { latitude: "999" } : {};
        const form = uploadForm(undefined, { tree_width: undefined, id: ids[id] ?? "", ...fields, ...wrong });
        expect((await api.upload(as, questId, form)).status).toBeLessThan(500);
      }),
    );
  }
}

/** Sizes by key: photos for others are made by a worker, and are not what somebody sent. */
async function onDisk(): Promise<Map<string, number>> {
  const folder = joinPath(api.dataDir, "photos");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = new Map<string, number>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = joinPath(entry.parentPath, entry.name);
    if (/originals|chunks|incoming/.test(path)) sizes.set(path.slice(folder.length + 1), (await stat(path)).size);
  }
  return sizes;
}

/** Rows say what may lie there, and for whom. */
async function namedBytes(): Promise<Map<string, number>> {
  const { db } = api.database;
  const chunks = await db
    .selectFrom("resumable_upload_chunks as c")
    .innerJoin("resumable_uploads as u", "u.id", "c.upload_id")
    .select(["u.adventurer_id", "c.size_bytes"])
    .execute();
  const own = await db.selectFrom("quest_data").select(["adventurer_id", "photo_bytes as size_bytes"]).execute();
  const ofFields = await db
    .selectFrom("quest_data_photos as p")
    .innerJoin("quest_data as d", "d.id", "p.quest_data_id")
    .select(["d.adventurer_id", "p.photo_bytes as size_bytes"])
    .execute();
  const sums = new Map<string, number>();
  for (const { adventurer_id, size_bytes } of [...chunks, ...own, ...ofFields]) {
    sums.set(adventurer_id, (sums.get(adventurer_id) ?? 0) + Number(size_bytes ?? 0));
  }
  return sums;
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

it("whatever is sent, nobody keeps more bytes than a day allows, and each byte on the disk has its row", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const uploads: string[] = [];
      const ids = Array.from({ length: 4 }, () => randomUUID());
      const round = randomUUID().slice(0, 8);
      for (const name of ["ann", "bob"]) await join(api, `${name}-${round}`, questId);
      for (const doing of steps) {
        await take(doing, uploads, ids, round);
        const sums = await vi.waitFor(async () => {
          const named = await namedBytes();
          expect(sum((await onDisk()).values())).toBe(sum(named.values()));
          return named;
        });
        for (const bytes of sums.values()) expect(bytes).toBeLessThanOrEqual(limitBytes);
      }
    }),
    { numRuns: 12 },
  );
});
