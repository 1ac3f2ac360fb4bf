import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePhoto } from "../../../test/make-photo.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { JpegCheck } from "./decoding/jpeg-check.ts";
import { PhotoDerivatives } from "./derivatives/photo-derivatives.ts";
import { receiveFile } from "./receive-file.ts";
import { DiskPhotoStore } from "./store/disk-photo-store.ts";
import { newPhotoKey } from "./store/photo-store.ts";

/** The same mutations each time, unless a seed is given; it also scales their number. */
const seed = Number(process.env.FAULT_SEED ?? 1);
const factor = Number(process.env.FAULT_FACTOR ?? 1);
vi.setConfig({ testTimeout: 60_000 * factor });

let root: string;
let store: DiskPhotoStore;
let derivatives: PhotoDerivatives;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "cairn-mutated-"));
  store = await DiskPhotoStore.open(root);
  derivatives = new PhotoDerivatives(store);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Changes bytes at a few places, mostly within the tables. */
const mutations = fc.noBias(
  fc.array(
    fc.record({
      inHead: fc.boolean(),
      /** In millionths of the length. */
      place: fc.nat(999_999),
      value: fc.nat(255),
    }),
    { minLength: 1, maxLength: 8 },
  ),
);

/** Only for JPEG. */
const signatureBytes = 3;

function mutate(photo: Buffer, headBytes: number, places: { inHead: boolean; place: number; value: number }[]): Buffer {
  const bytes = Buffer.from(photo);
  for (const { inHead, place, value } of places) {
    const end = inHead ? Math.min(headBytes, bytes.length) : bytes.length;
    bytes[signatureBytes + Math.floor((place / 1_000_000) * (end - signatureBytes))] = value;
  }
  return bytes;
}

async function becomes(bytes: Buffer): Promise<"shown" | "refused"> {
  const key = newPhotoKey();
  try {
    await receiveFile(Readable.from([bytes], { objectMode: false }), { store, key });
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return "refused";
    throw error;
  }
  await derivatives.make(key);
  return "shown";
}

describe("a photo with changed bytes", () => {
  it.each(["jpeg", "png", "webp"] as const)("as a %s is refused at once, or shown", async (format) => {
    const photo = await makePhoto({ width: 160, height: 120, format });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(mutations, async (places) => {
        seen.add(await becomes(mutate(photo, 1_500, places)));
      }),
      { numRuns: 30 * factor, seed },
    );
    expect([...seen].sort()).toEqual(["refused", "shown"]);
  });

  it("doesn't pass the structural check if a decoder can't read it", async () => {
    const photos = await Promise.all([
      makePhoto({ width: 160, height: 120 }),
      sharp(await makePhoto({ width: 160, height: 120 }))
        .jpeg({ progressive: true })
        .toBuffer(),
    ]);
    await fc.assert(
      fc.asyncProperty(mutations, fc.nat(1), async (places, which) => {
        const bytes = mutate(photos[which] as Buffer, 1_500, places);
        const check = new JpegCheck();
        check.push(bytes);
        if (check.finish().kind !== "sound") return;
        const { info } = await sharp(bytes, { failOn: "none", unlimited: true })
          .resize(16)
          .raw()
          .toBuffer({ resolveWithObject: true });
        expect(info.width).toBe(16);
      }),
      { numRuns: 200 * factor, seed },
    );
  });
});
