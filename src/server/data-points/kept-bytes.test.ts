import { createHash, randomUUID } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { type ApiAnswer, startTestApi, type TestApi } from "../../../test/api.ts";
import { beforeTransaction } from "../../../test/before-transaction.ts";
import { join, makeOrganization, makeQuest, uploadForm } from "../../../test/factories.ts";
import { type FakeS3, startFakeS3 } from "../../../test/fake-s3.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const limitBytes = 1_000_000;
/** The stranger hasn't joined the quest. */
const people = ["ann", "ann", "ann", "bob", "stranger"] as const;

let api: TestApi;
let bucket: FakeS3 | undefined;
let organizationId: number;
let questId: number;
let photo: Buffer;
let sha256: string;

/** @param isBucket by default, photos lie on the disk */
async function start({ isBucket = false } = {}): Promise<void> {
  bucket = isBucket ? await startFakeS3() : undefined;
  const settings = bucket && {
    PHOTO_STORE: "s3",
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  // What a worker makes of photos is not what somebody sent.
  api = await startTestApi({ UPLOAD_MEGABYTES_PER_DAY: "1", ...settings }, { hasWorker: false });
  photo = Buffer.concat([await makePhoto({ width: 320, height: 240 }), Buffer.alloc(200_000, 7)]);
  sha256 = createHash("sha256").update(photo).digest("hex");
  const leaf = { key: "leaf", kind: "photo", label: "Leaf" } as const;
  const protocol = { fields: [{ ...leaf, key: "bark" }, leaf], photo: { required: false } };
  organizationId = await makeOrganization(api);
  questId = (await makeQuest(api, organizationId, { protocol })).id;
}

async function stop(): Promise<void> {
  await api.close();
  await bucket?.close();
}

const nameOf = fc.constantFrom(...people);
const namedFiles = {
  names: fc.uniqueArray(fc.constantFrom("file", "bark", "leaf", "nothing"), { minLength: 1 }),
  uploads: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }),
  isWrong: fc.constantFrom(false, false, true),
};
const step = fc.oneof(
  fc.record({ does: fc.constant("create" as const), who: nameOf, part: fc.constantFrom(1, 1, 0.5) }),
  fc.record({ does: fc.constant("abort" as const), who: nameOf, upload: fc.nat(5) }),
  fc.record({
    does: fc.constant("name" as const),
    who: nameOf,
    /** The forms are sent at once. */
    forms: fc.array(fc.record({ ...namedFiles, id: fc.nat(3) }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    does: fc.constant("revise" as const),
    who: nameOf,
    point: fc.nat(3),
    /** Otherwise nobody has asked for a change. */
    isAsked: fc.boolean(),
    answers: fc.array(fc.record({ ...namedFiles, isSent: fc.boolean() }), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    does: fc.constant("restore" as const),
    who: nameOf,
    /** Bundles are sent at once. */
    bundles: fc.array(
      fc.array(
        fc.record({
          id: fc.nat(3),
          keys: fc.uniqueArray(fc.constantFrom("file", "bark", "nothing"), { minLength: 1 }),
          isDamaged: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  fc.record({ does: fc.constant("illustrate" as const), who: nameOf, hasRole: fc.boolean(), losesRole: fc.boolean() }),
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
  } else if (doing.does === "name") {
    await all(
      doing.forms.map(({ names, uploads: named, isWrong, id }) => {
        const fields = Object.fromEntries(names.map((name, index) => [`upload:${name}`, uploadAt(named[index] ?? 0)]));
        const wrong = isWrong ? { latitude: "999" } : {};
        const form = uploadForm(undefined, { tree_width: undefined, id: ids[id] ?? "", ...fields, ...wrong });
        return api.upload(as, questId, form);
      }),
    );
  } else if (doing.does === "revise") {
    const point = ids[doing.point] ?? "";
    const json = { decision: "change_requested", comment: "Take it again." };
    if (doing.isAsked) await api.call("PUT", `/quest_data/${point}/review`, { as: "admin", json });
    await all(
      doing.answers.map(({ names, uploads: named, isWrong, isSent }) => {
        const form = new FormData();
        form.set("id", randomUUID());
        form.set("message", "Here it is.");
        if (isWrong) form.set("latitude", "999");
        for (const [index, name] of names.entries()) {
          if (isSent) form.set(name, new Blob([new Uint8Array(photo)]), "photo.jpg");
          else form.set(`upload:${name}`, uploadAt(named[index] ?? 0));
        }
        return api.call("POST", `/quest_data/${point}/revisions`, { as, form });
      }),
    );
  } else if (doing.does === "restore") {
    await all(
      doing.bundles.map(async (points) => {
        const form = new FormData();
        form.set("file", new Blob([new Uint8Array(await bundleOf(points, ids, as))]), "bundle.zip");
        return api.call("POST", "/rescue", { as, form });
      }),
    );
  } else {
    const member = { organization_id: organizationId, adventurer_id: as };
    const members = api.database.db.deleteFrom("organization_members").where("adventurer_id", "=", as);
    if (doing.hasRole && doing.who !== "stranger") {
      await api.database.db
        .insertInto("organization_members")
        .values({ ...member, role: "coordinator" })
        .execute();
    }
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(photo)]), "a.jpg");
    const isOver = doing.losesRole ? beforeTransaction(api.database.db, () => members.execute()) : undefined;
    await all([api.call("POST", `/organizations/${organizationId}/pictures`, { as, form })]);
    isOver?.();
    await members.execute();
  }
}

async function all(answers: Promise<ApiAnswer>[]): Promise<void> {
  for (const { status } of await Promise.all(answers)) expect(status).toBeLessThan(500);
}

type Restored = { id: number; keys: string[]; isDamaged: boolean };

async function bundleOf(points: Restored[], ids: string[], account: string): Promise<Buffer> {
  const zip = new ZipFile();
  const described = points.map(({ id, keys, isDamaged }, index) => ({
    ...{ id: ids[id], quest_id: questId, protocol_version: 1, values: {}, captured_at: new Date().toISOString() },
    fixes: [{ latitude: 21.9, longitude: -159.3, accuracy: 4, fixed_at: null, source: "device" }],
    photos: keys.map((key) => ({
      key,
      file: `photos/${index}-${key}.jpg`,
      sha256: isDamaged ? "0".repeat(64) : sha256,
    })),
  }));
  const manifest = { version: 1, account, points: described };
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), "manifest.json");
  for (const { file } of described.flatMap(({ photos }) => photos)) zip.addBuffer(photo, file, { compress: false });
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** Sizes by key of what was sent, and of what was made of it at once. */
async function kept(): Promise<Map<string, number>> {
  if (!bucket) return sizesBelow(joinPath(api.dataDir, "photos"));
  // Below the installation's prefix.
  return new Map([...bucket.objects].map(([key, { bytes }]) => [key.slice(key.indexOf("/") + 1), bytes.length]));
}

async function sizesBelow(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = new Map<string, number>();
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = joinPath(entry.parentPath, entry.name);
    sizes.set(path.slice(folder.length + 1), (await stat(path)).size);
  }
  return sizes;
}

/** What lies beside the store while something arrives. */
async function onTheWay(): Promise<string[]> {
  const folders = ["photos-spool", "rescue-incoming"].map((name) => sizesBelow(joinPath(api.dataDir, name)));
  return (await Promise.all(folders)).flatMap((sizes) => [...sizes.keys()]);
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
  const former = await db
    .selectFrom("former_photos as p")
    .innerJoin("quest_data as d", "d.id", "p.quest_data_id")
    .select(["d.adventurer_id", "p.photo_bytes as size_bytes"])
    .execute();
  const sums = new Map<string, number>();
  for (const { adventurer_id, size_bytes } of [...chunks, ...own, ...ofFields, ...former]) {
    sums.set(adventurer_id, (sums.get(adventurer_id) ?? 0) + Number(size_bytes ?? 0));
  }
  return sums;
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);

const whole = { who: "ann", part: 1, uploads: [0, 0, 0, 0], isWrong: false } as const;
/** Everything is kept, as a volunteer with a role would have it, and then nothing more. */
const usual: Step[] = [
  { does: "create", ...whole },
  { does: "name", ...whole, forms: [{ ...whole, uploads: [...whole.uploads], names: ["file"], id: 0 }] },
  {
    ...{ does: "revise", ...whole, point: 0, isAsked: true },
    answers: [{ ...whole, uploads: [...whole.uploads], names: ["file"], isSent: true }],
  },
  { does: "restore", ...whole, bundles: [[{ id: 1, keys: ["file"], isDamaged: false }]] },
  { does: "illustrate", ...whole, hasRole: true, losesRole: false },
  { does: "illustrate", ...whole, hasRole: true, losesRole: true },
  // The limit is reached in the second file.
  {
    ...{ does: "revise", ...whole, point: 0, isAsked: true },
    answers: [{ ...whole, uploads: [...whole.uploads], names: ["file", "bark", "leaf"], isSent: true }],
  },
];

const isPicture = (key: string) => key.startsWith("pictures/");

describe.each([
  ["on the disk", false],
  ["in a bucket", true],
] as const)("%s", (_, isBucket) => {
  beforeAll(() => start({ isBucket }));
  afterAll(stop);

  it("whatever is sent, nobody keeps more bytes than a day allows, and each byte that is kept has its row", async () => {
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
            const sizes = [...(await kept())];
            expect(sum(sizes.filter(([key]) => !isPicture(key)).map(([, size]) => size))).toBe(sum(named.values()));
            const pictures = await api.database.db.selectFrom("pictures").select("id").execute();
            expect(sizes.filter(([key]) => isPicture(key))).toHaveLength(pictures.length);
            expect(await onTheWay()).toEqual([]);
            return named;
          });
          for (const bytes of sums.values()) expect(bytes).toBeLessThanOrEqual(limitBytes);
        }
      }),
      { numRuns: 12, examples: [[usual]] },
    );
    // The usual came through.
    const { db } = api.database;
    for (const table of ["quest_data", "former_photos", "pictures"] as const) {
      expect([table, await db.selectFrom(table).select("id").execute()]).not.toEqual([table, []]);
    }
  });
});
