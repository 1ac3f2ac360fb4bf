import { createHash, randomUUID } from "node:crypto";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join as joinPath } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ZipFile } from "yazl";
import { type Person, usingApi } from "../../../test/api.ts";
import { join, makeOrganization, makeQuest } from "../../../test/factories.ts";
import { makePhoto } from "../../../test/make-photo.ts";

const api = usingApi();
let questId: number;
let photo: Buffer;
let leaf: Buffer;

beforeAll(async () => {
  photo = await makePhoto({ width: 480, height: 360 });
  leaf = await makePhoto({ width: 360, height: 480 });
  const protocol = {
    fields: [
      { key: "depth", kind: "number", label: "Depth", required: true, max: 50 } as const,
      { key: "leaf", kind: "photo", label: "Leaf" } as const,
    ],
  };
  questId = (await makeQuest(api, await makeOrganization(api), { protocol })).id;
  for (const username of ["alice", "bob"]) await join(api, username, questId);
});
afterEach(async () => {
  // No bundle leaves anything behind.
  expect(await readdir(joinPath(api.dataDir, "rescue-incoming")).catch(() => [])).toEqual([]);
});

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

type Point = Record<string, unknown> & { id: string };

const fixedAt = "2026-05-04T10:00:00Z";
const fixOf = (latitude: number, accuracy: number) => ({
  latitude,
  longitude: -159.3,
  accuracy,
  fixed_at: fixedAt,
  source: "device",
});

/** Only the required fields of the format. */
const pointOf = (changes: Record<string, unknown> = {}): Point => ({
  id: randomUUID(),
  quest_id: questId,
  protocol_version: 1,
  values: { depth: 12.5 },
  captured_at: new Date().toISOString(),
  fixes: [fixOf(21.9, 30), fixOf(21.8, 4)],
  photos: [{ key: "file", file: "photos/a.jpg", sha256: sha256(photo) }],
  ...changes,
});

type File = { name: string; bytes: Uint8Array; isCompressed?: boolean };

async function zipOf(files: readonly File[], { isZip64 = false } = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes, isCompressed = false } of files) {
    zip.addBuffer(Buffer.from(bytes), name, { compress: isCompressed });
  }
  zip.end({ forceZip64Format: isZip64, comment: "" });
  return buffer(zip.outputStream as Readable);
}

const manifestOf = (points: readonly unknown[], account = "alice", version = 1): File => ({
  name: "manifest.json",
  bytes: Buffer.from(JSON.stringify({ version, account, points })),
  isCompressed: true,
});

const bundleOf = (
  points: readonly unknown[],
  { account = "alice", files }: { account?: string; files?: File[] } = {},
) => zipOf([manifestOf(points, account), ...(files ?? [{ name: "photos/a.jpg", bytes: photo }])]);

function send(bundle: Uint8Array, as: Person = "alice", part = "file") {
  const form = new FormData();
  form.set(part, new Blob([new Uint8Array(bundle)]), "cairn-rescue-1.zip");
  return api.call("POST", "/rescue", { as, form });
}

const resultsOf = (body: { points: { id: string; result: string; code?: string }[] }) =>
  body.points.map(({ result, code }) => (code ? `${result}: ${code}` : result));

const stored = async (username: string) =>
  (await api.call("GET", `/adventurers/${username}/quests/${questId}/data`, { as: username })).body as {
    id: string;
    coordinates: string;
    accuracy: number;
    position_source: string;
    captured_at: string;
    additional_data: Record<string, unknown>;
    photos: { key: string; sha256: string }[];
  }[];

async function countPhotos(): Promise<number> {
  let count = 0;
  for await (const _ of api.services.photoStore.list("originals/")) count++;
  return count;
}

describe("a rescue bundle", () => {
  it("imports its data points as they were measured, and only once", async () => {
    const placed = { latitude: 21.5, longitude: -159.1, accuracy: null, fixed_at: null, position_source: "map" };
    const points = [
      pointOf(),
      pointOf({
        position: placed,
        photos: [
          { key: "file", file: "photos/a.jpg", sha256: sha256(photo).toUpperCase() },
          { key: "leaf", file: "photos/leaf.jpg", sha256: sha256(leaf) },
        ],
      }),
    ];
    const files = [
      { name: "photos/a.jpg", bytes: photo },
      { name: "photos/leaf.jpg", bytes: leaf, isCompressed: true },
    ];
    const bundle = await bundleOf(points, { files });
    const first = await send(bundle);
    expect([first.status, first.body]).toEqual([200, { points: points.map(({ id }) => ({ id, result: "stored" })) }]);
    const photos = await countPhotos();
    const again = await send(bundle);
    expect(again.body).toEqual({ points: points.map(({ id }) => ({ id, result: "known" })) });
    expect(await countPhotos()).toBe(photos);
    const rows = await stored("alice");
    const [one, other] = points.map(({ id }) => rows.find((row) => row.id === id));
    expect(rows.length).toBe(2);
    expect(one).toMatchObject({ coordinates: "21.8,-159.3", accuracy: 4, position_source: "device" });
    expect(one?.additional_data.depth).toBe(12.5);
    expect(other).toMatchObject({ coordinates: "21.5,-159.1", accuracy: null, position_source: "map" });
    expect(other?.photos.map((each) => [each.key, each.sha256])).toEqual([
      ["file", sha256(photo)],
      ["leaf", sha256(leaf)],
    ]);
  });

  it("may be in the ZIP64 format", async () => {
    const { body } = await send(
      await zipOf([manifestOf([pointOf()]), { name: "photos/a.jpg", bytes: photo }], { isZip64: true }),
    );
    expect(resultsOf(body)).toEqual(["stored"]);
  });

  it("is rejected per data point: the others are imported", async () => {
    const photos = await countPhotos();
    const good = [pointOf(), pointOf()];
    const tampered = Buffer.from(leaf);
    tampered[tampered.length - 100] = (tampered[tampered.length - 100] ?? 0) ^ 1;
    const withPhoto = (file: string, hash = sha256(photo)) => ({ photos: [{ key: "file", file, sha256: hash }] });
    const points = [
      good[0],
      pointOf(withPhoto("photos/tampered.jpg", sha256(leaf))),
      pointOf({ values: { depth: 51 } }),
      pointOf({ values: { depth: 1, height: 2 } }),
      pointOf(withPhoto("photos/missing.jpg")),
      pointOf({ fixes: [] }),
      pointOf({ position: null }),
      pointOf({ protocol_version: 7 }),
      pointOf({ quest_id: 999_999 }),
      pointOf({ photos: "none" }),
      { ...pointOf(), id: "17" },
      "no value",
      pointOf({ id: good[0]?.id }),
      pointOf(withPhoto("manifest.json")),
      good[1],
    ];
    const files = [
      { name: "photos/a.jpg", bytes: photo },
      { name: "photos/tampered.jpg", bytes: tampered },
    ];
    const { status, body } = await send(await bundleOf(points, { files }));
    expect(status).toBe(200);
    expect(resultsOf(body)).toEqual([
      "stored",
      "refused: photo_checksum_mismatch",
      "refused: validation_failed",
      "refused: validation_failed",
      "refused: photo_required",
      "refused: validation_failed",
      "refused: validation_failed",
      "refused: validation_failed",
      "refused: quest_not_found",
      "refused: validation_failed",
      "refused: validation_failed",
      "refused: validation_failed",
      "known",
      "refused: photo_checksum_mismatch",
      "stored",
    ]);
    expect(body.points[10].id).toBe("17");
    expect(body.points[4].detail).toBe("The photo is missing from the bundle.");
    expect(await countPhotos()).toBe(photos + 2);
  });

  it("is accepted from its account and administrators, with the account's own participation, and logged", async () => {
    const theirs = await bundleOf([pointOf()], { account: "bob" });
    const refused = await send(theirs, "alice");
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect((await send(theirs, "tester")).status).toBe(403);
    expect((await send(theirs, "visitor")).status).toBe(401);
    expect(await stored("bob")).toEqual([]);
    expect(resultsOf((await send(theirs, "admin")).body)).toEqual(["stored"]);
    expect((await stored("bob")).length).toBe(1);
    expect(api.log).toContainEqual(
      expect.objectContaining({
        isOwn: false,
        importedBy: "admin",
        stored: 1,
        known: 0,
        refused: 0,
        reqId: expect.any(String),
      }),
    );
    const notJoined = await bundleOf([pointOf()], { account: "carol" });
    expect(resultsOf((await send(notJoined, "admin")).body)).toEqual(["refused: not_joined"]);
  });
});

describe("a data point that was edited on its phone after it may have arrived", () => {
  const arrived = async () => {
    const earlier = pointOf();
    expect(resultsOf((await send(await bundleOf([earlier]))).body)).toEqual(["stored"]);
    return earlier.id;
  };
  const idsOf = async () => (await stored("alice")).map(({ id }) => id);

  it("replaces what arrived, and what is still on its way", async () => {
    const [earlierId, delayed] = [await arrived(), pointOf()];
    const point = pointOf({ superseded_ids: [earlierId.toUpperCase(), delayed.id, randomUUID()] });
    for (const result of ["stored", "known"]) {
      expect(resultsOf((await send(await bundleOf([point]))).body)).toEqual([result]);
    }
    expect(await idsOf()).toContain(point.id);
    expect(await idsOf()).not.toContain(earlierId);
    expect(resultsOf((await send(await bundleOf([delayed]))).body)).toEqual(["refused: data_point_deleted"]);
  });

  it("replaces nothing if it is rejected, brought by another, or the earlier one was reviewed", async () => {
    const earlierId = await arrived();
    const point = pointOf({ superseded_ids: [earlierId] });
    const wrong = { ...point, values: {} };
    expect(resultsOf((await send(await bundleOf([wrong]))).body)).toEqual(["refused: validation_failed"]);
    expect(resultsOf((await send(await bundleOf([point]), "admin")).body)).toEqual(["refused: data_point_id_taken"]);
    const json = { decision: "accepted" };
    expect((await api.call("PUT", `/quest_data/${earlierId}/review`, { as: "admin", json })).status).toBe(200);
    expect(resultsOf((await send(await bundleOf([point]))).body)).toEqual(["refused: data_point_reviewed"]);
    expect(await idsOf()).toContain(earlierId);
    expect(await idsOf()).not.toContain(point.id);
  });

  it("doesn't touch others' data points", async () => {
    const bobs = pointOf();
    await send(await bundleOf([bobs], { account: "bob" }), "bob");
    const point = pointOf({ superseded_ids: [bobs.id] });
    expect(resultsOf((await send(await bundleOf([point]))).body)).toEqual(["stored"]);
    expect((await stored("bob")).map(({ id }) => id)).toContain(bobs.id);
  });
});

describe("a file that isn't a bundle", () => {
  const nowhere = (bytes: Buffer, from: string, to: string) => {
    const changed = Buffer.from(bytes);
    for (let at = changed.indexOf(from); at >= 0; at = changed.indexOf(from)) changed.write(to, at);
    return changed;
  };
  const flagged = (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    // Sets the flag "encrypted" in each header of the central directory (APPNOTE 4.4.4).
    for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 4)) {
      changed[at + 8] = (changed[at + 8] ?? 0) | 1;
    }
    return changed;
  };
  const zeros = (count: number): File[] =>
    Array.from({ length: count }, (_, at) => ({
      name: `photos/${at}.jpg`,
      bytes: Buffer.alloc(24_000_000),
      isCompressed: true,
    }));

  it.each<[string, number, string, () => Promise<Uint8Array>]>([
    ["no zip", 415, "rescue_unsupported", async () => photo],
    ["no value", 415, "rescue_unsupported", async () => Buffer.alloc(0)],
    ["a zip cut off", 422, "rescue_unreadable", async () => (await bundleOf([pointOf()])).subarray(0, -30)],
    ["the beginning of a zip", 422, "rescue_unreadable", async () => Buffer.from("PK\x03\x04 and then text")],
    ["a zip without a manifest", 422, "rescue_unreadable", () => zipOf([{ name: "photos/a.jpg", bytes: photo }])],
    ["a manifest that is no JSON", 422, "rescue_unreadable", () => zipOf([{ name: "manifest.json", bytes: photo }])],
    [
      "a manifest that is a list",
      422,
      "rescue_unreadable",
      () => zipOf([{ name: "manifest.json", bytes: Buffer.from("[]") }]),
    ],
    ["a manifest of a later version", 422, "rescue_unreadable", () => zipOf([manifestOf([], "alice", 2)])],
    ["a zip with a password", 422, "rescue_unreadable", async () => flagged(await bundleOf([pointOf()]))],
    [
      "a name that leads out of the zip",
      422,
      "rescue_unreadable",
      async () => nowhere(await bundleOf([pointOf()]), "photos/a.jpg", "../../etc/pw"),
    ],
    [
      "a manifest with a digit that changed",
      422,
      "rescue_unreadable",
      async () => nowhere(await zipOf([{ ...manifestOf([pointOf()]), isCompressed: false }]), "12.5", "72.5"),
    ],
    [
      "two files of one name",
      422,
      "rescue_unreadable",
      () => zipOf([manifestOf([pointOf()]), manifestOf([], "bob"), { name: "photos/a.jpg", bytes: photo }]),
    ],
    ["a bomb", 413, "rescue_too_large", () => bundleOf([pointOf()], { files: zeros(2) })],
    [
      "a manifest that is a bomb",
      413,
      "rescue_too_large",
      () => zipOf([{ name: "manifest.json", bytes: Buffer.alloc(20_000_001, " "), isCompressed: true }]),
    ],
    [
      "a manifest far longer than what was sent",
      413,
      "rescue_too_large",
      () => zipOf([{ name: "manifest.json", bytes: Buffer.alloc(2_000_000, "["), isCompressed: true }]),
    ],
    [
      "more points than a bundle may have, each a list",
      413,
      "rescue_too_large",
      () => bundleOf(Array.from({ length: 2_001 }, () => [0])),
    ],
    [
      "more files than data points can have",
      413,
      "rescue_too_large",
      () =>
        zipOf([
          manifestOf([]),
          ...Array.from({ length: 22_100 }, (_, at) => ({ name: `${at}`, bytes: Buffer.alloc(0) })),
        ]),
    ],
    [
      "more points than a bundle may have",
      413,
      "rescue_too_large",
      () => bundleOf(Array.from({ length: 2_001 }, () => 1)),
    ],
  ])("%s", async (_what, status, code, make) => {
    const { status: answered, body } = await send(await make());
    expect([answered, body.code]).toEqual([status, code]);
    expect(body.detail).toMatch(/\.$/);
  });

  it("is parsed point by point within limits: nested or long ones are rejected alone", async () => {
    const list = (unit: string, count: number) => Array<string>(count).fill(unit).join(",");
    const points = [
      "[".repeat(300_000) + "]".repeat(300_000),
      `{"id":"deep","values":${"[".repeat(30)}${"]".repeat(30)}}`,
      `{"id":"wide","values":[${list("0", 30_000)}]}`,
      '{"id":"}{","values":}',
      JSON.stringify(pointOf()),
    ];
    const manifest = {
      name: "manifest.json",
      bytes: Buffer.from(`{"version":1,"account":"alice","points":[${points.join(",")}]}`),
      isCompressed: true,
    };
    const { body } = await send(await zipOf([manifest, { name: "photos/a.jpg", bytes: photo }]));
    expect(resultsOf(body)).toEqual([
      "refused: request_too_large",
      "refused: request_too_large",
      "refused: request_too_large",
      "refused: rescue_unreadable",
      "stored",
    ]);
  });

  it("doesn't unpack files that are too large, or the same file endlessly", async () => {
    const noise = Buffer.concat([photo, ...Array.from({ length: 10 }, () => photo)]);
    const bomb = {
      name: "photos/bomb.jpg",
      bytes: Buffer.concat([photo, Buffer.alloc(25_000_000)]),
      isCompressed: true,
    };
    const point = () => pointOf({ photos: [{ key: "file", file: "photos/bomb.jpg", sha256: sha256(bomb.bytes) }] });
    const { body } = await send(
      await bundleOf([point()], {
        files: [bomb, { name: "noise", bytes: Buffer.concat([noise, Buffer.alloc(4_000_000, 7)]) }],
      }),
    );
    expect(resultsOf(body)).toEqual(["refused: photo_too_large"]);
    const large = { ...bomb, bytes: Buffer.concat([photo, Buffer.alloc(11_000_000)]) };
    const twice = [point(), point()].map((each) => ({
      ...each,
      photos: [{ key: "file", file: "photos/bomb.jpg", sha256: "0".repeat(64) }],
    }));
    const answer = await send(await bundleOf(twice, { files: [large] }));
    expect(resultsOf(answer.body)).toEqual(["refused: photo_checksum_mismatch", "refused: rescue_too_large"]);
  });

  it("is the only one of its account at a time", async () => {
    const folder = joinPath(api.dataDir, "rescue-incoming");
    const bundle = await bundleOf([pointOf()]);
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* slowly() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n');
      yield bundle.subarray(0, 100);
      await gate;
      yield Buffer.concat([bundle.subarray(100), Buffer.from("\r\n--b--\r\n")]);
    }
    const first = fetch(`${api.origin}/api/rescue`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await api.mintToken({ username: "alice" })}`,
        "content-type": "multipart/form-data; boundary=b",
      },
      body: ReadableStream.from(slowly()) as ReadableStream<Uint8Array>,
      duplex: "half",
    } as RequestInit);
    await vi.waitFor(async () => expect(await readdir(folder)).toHaveLength(2), 10_000);
    const second = await send(bundle);
    expect([second.status, second.body.code]).toEqual([429, "too_many_requests"]);
    expect((await send(await bundleOf([], { account: "bob" }), "bob")).status).toBe(200);
    goOn();
    expect(resultsOf((await (await first).json()) as Parameters<typeof resultsOf>[0])).toEqual(["stored"]);
    expect(resultsOf((await send(bundle)).body)).toEqual(["known"]);
  });

  it("isn't blocked for long by a killed process", async () => {
    const lock = joinPath(api.dataDir, "rescue-incoming", `${sha256(Buffer.from("alice"))}.lock`);
    await writeFile(lock, "");
    expect((await send(await bundleOf([]))).status).toBe(429);
    const minutesAgo = new Date(Date.now() - 3 * 60_000);
    await utimes(lock, minutesAgo, minutesAgo);
    expect((await send(await bundleOf([]))).status).toBe(200);
  });

  it("must be exactly one", async () => {
    const bundle = await bundleOf([]);
    expect((await send(bundle, "alice", "other")).body.code).toBe("rescue_required");
    const form = new FormData();
    for (const _ of [1, 2]) form.append("file", new Blob([new Uint8Array(bundle)]), "a.zip");
    expect((await api.call("POST", "/rescue", { as: "alice", form })).body.code).toBe("validation_failed");
  });
});
