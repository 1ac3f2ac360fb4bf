// @vitest-environment node
import "../../../../test/web-database.ts";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { rescueManifestName, rescueManifestSchema } from "../../../contract/rescue.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { discard, findPhoto, listRecords, savePoint } from "../../outbox/outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import { packBundle } from "./pack-bundle.ts";
import { putBack } from "./put-back.ts";
import { createZip, openZip } from "./zip.ts";

const quest = { id: 7, name: "Bark of the mango trees" };
const capturedAtMs = Date.parse("2026-05-01T10:00:00Z");

async function savedPoint(name: string, changes: Partial<PointRecord> = {}): Promise<PointRecord> {
  const photo = new File([`the bark of ${name}`], `${name}.jpg`, { type: "image/jpeg" });
  const fix = {
    latitude: 38.5,
    longitude: -78.4,
    accuracyMeters: 6,
    fixedAtMs: capturedAtMs,
    source: "device",
  } as const;
  const sha256 = (await sha256Of(photo)) ?? null;
  const draft: PointRecord = {
    ...newDraft("alice", quest, 3),
    answers: { tree_width: "87,5" },
    values: { tree_width: 87.5, bark: "rough" },
    userPosition: { user_supplied_latitude: 38.6 },
    photos: [
      { key: "file", name: photo.name, type: photo.type, sizeBytes: photo.size, sha256, takenAtMs: capturedAtMs },
    ],
    position: fix,
    fixes: [fix],
    capturedAtMs,
    clockOffsetSeconds: 2.5,
    spacingReason: "A hollow trunk between them.",
    ...changes,
  };
  return savePoint(draft, { file: photo });
}

async function repack(
  bundle: Blob,
  change: { manifest?: (manifest: Record<string, unknown>) => unknown; photo?: (photo: Blob) => Blob },
): Promise<Blob> {
  const zip = await openZip(bundle);
  const manifest = JSON.parse(await (await zip.read(rescueManifestName, 1e6)).text());
  const changed = createZip();
  for (const point of manifest.points) {
    for (const { file } of point.photos) {
      const photo = await zip.read(file, 1e6);
      await changed.add(file, change.photo?.(photo) ?? photo);
    }
  }
  await changed.add(rescueManifestName, new Blob([JSON.stringify(change.manifest?.(manifest) ?? manifest)]));
  return changed.finish();
}

beforeEach(() => void vi.stubGlobal("indexedDB", new IDBFactory()));

describe("a rescue bundle", () => {
  it("holds what has not arrived, as the contract has it", async () => {
    const saved = await savedPoint("oak");
    await savedPoint("ash", { account: "bob" });
    const { file, pointCount } = await packBundle("alice");
    expect(file.name).toMatch(/^cairn-rescue-alice-\d{8}-\d{4}\.zip$/);
    expect(pointCount).toBe(1);
    const zip = await openZip(file);
    const manifest = rescueManifestSchema.parse(JSON.parse(await (await zip.read(rescueManifestName, 1e6)).text()));
    expect(manifest).toMatchObject({
      version: 1,
      account: "alice",
      points: [
        {
          id: saved.id,
          quest_id: 7,
          protocol_version: 3,
          values: { tree_width: 87.5, bark: "rough", user_supplied_latitude: 38.6 },
          captured_at: "2026-05-01T10:00:00.000Z",
          fixes: [
            { latitude: 38.5, longitude: -78.4, accuracy: 6, fixed_at: "2026-05-01T10:00:00.000Z", source: "device" },
          ],
          photos: [{ key: "file", sha256: saved.photos[0]?.sha256 }],
          clock_offset: 2.5,
          spacing_reason: "A hollow trunk between them.",
        },
      ],
    });
    const photo = await zip.read(manifest.points[0]?.photos[0]?.file ?? "", 1e6);
    expect(await photo.text()).toBe("the bark of oak");
  });

  it("is put back as it was packed, under the same id, once", async () => {
    const saved = await savedPoint("oak", { supersededIds: ["0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01"] });
    const { file } = await packBundle("alice");
    expect(await putBack(file, "alice")).toMatchObject([{ id: saved.id, result: "known" }]);
    await discard(saved.localId);
    expect(await putBack(file, "alice")).toMatchObject([{ id: saved.id, result: "restored", questName: quest.name }]);
    expect(await putBack(file, "alice")).toMatchObject([{ id: saved.id, result: "known" }]);
    const [restored, ...others] = (await listRecords("alice")) as PointRecord[];
    expect(others).toEqual([]);
    const { localId: _, createdAtMs: _1, savedAtMs: _2, answers: _3, photos: _4, mayHaveArrived: _5, ...same } = saved;
    expect(restored).toMatchObject(same);
    expect(restored?.mayHaveArrived).toBe(true);
    expect(restored?.answers).toEqual({
      tree_width: { text: "87.5", meant: 87.5, isSure: true },
      bark: "rough",
      user_supplied_latitude: "38.6",
    });
    const photo = await findPhoto(restored?.localId ?? "", "file");
    expect(photo && (await sha256Of(photo))).toBe(saved.photos[0]?.sha256);
  });

  it("with nothing but what is promised is put back where the fix of its moment was", async () => {
    const fixOf = (latitude: number, accuracyMeters: number, afterMs: number) =>
      ({ latitude, longitude: 2, accuracyMeters, fixedAtMs: capturedAtMs + afterMs, source: "device" }) as const;
    const fixes = [fixOf(1, 20, 0), fixOf(2, 8, 10_000), fixOf(3, 3, 90_000)];
    const saved = await savedPoint("oak", { fixes });
    const { file } = await packBundle("alice");
    await discard(saved.localId);
    const promised = ["id", "quest_id", "protocol_version", "values", "captured_at", "fixes", "photos"];
    const bundle = await repack(file, {
      manifest: (manifest) => ({
        ...manifest,
        points: (manifest.points as object[]).map((point) =>
          Object.fromEntries(Object.entries(point).filter(([name]) => promised.includes(name))),
        ),
      }),
    });
    expect(await putBack(bundle, "alice")).toMatchObject([{ id: saved.id, result: "restored" }]);
    expect(await listRecords("alice")).toMatchObject([{ position: fixes[1], fixes, values: saved.values }]);
  });

  it("is refused point by point where a photo is another one, is missing, or the manifest does not fit", async () => {
    const saved = [await savedPoint("oak"), await savedPoint("ash"), await savedPoint("elm")];
    const { file } = await packBundle("alice");
    for (const { localId } of saved) await discard(localId);
    const bundle = await repack(file, {
      manifest: (manifest) => {
        const points = manifest.points as { photos: { file: string }[]; captured_at: unknown }[];
        if (points[0]) points[0].photos = [{ ...points[0].photos[0], file: "photos/elsewhere.jpg" }];
        if (points[1]) points[1].captured_at = "yesterday";
        return manifest;
      },
    });
    const rows = await putBack(bundle, "alice");
    expect(rows.map(({ result, problem }) => problem ?? result)).toEqual(["photo_missing", "unreadable", "restored"]);
    expect(await listRecords("alice")).toHaveLength(1);

    const tampered = await repack(file, { photo: () => new Blob(["another tree"]) });
    expect((await putBack(tampered, "alice")).map(({ result, problem }) => problem ?? result)).toEqual([
      "photo_changed",
      "photo_changed",
      "photo_changed",
    ]);
    expect(await listRecords("alice")).toHaveLength(1);
  });

  it("of another account, of a later version, or that is none, is refused whole", async () => {
    await savedPoint("oak");
    const { file } = await packBundle("alice");
    await expect(putBack(file, "bob")).rejects.toMatchObject({ problem: "other_account", account: "alice" });
    await expect(putBack(new Blob(["no zip"]), "alice")).rejects.toMatchObject({ problem: "not_a_bundle" });
    const later = await repack(file, { manifest: (manifest) => ({ ...manifest, version: 2 }) });
    await expect(putBack(later, "alice")).rejects.toMatchObject({ problem: "newer_version" });
    expect(await listRecords("bob")).toEqual([]);
  });
});
