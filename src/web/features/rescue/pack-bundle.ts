import { rescueManifestName } from "../../../contract/rescue.ts";
import { findPhoto, listRecords } from "../../outbox/outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import { isPacked, makeManifest, type PackedPhoto, pointToManifest } from "./manifest.ts";
import { createZip } from "./zip.ts";

/** Photos that the browser no longer has, or of which no hash can be made, are not in the bundle; their values are. */
export type Bundle = { file: File; pointCount: number; missingPhotoCount: number };

/** Packs every data point of the account that has not arrived. `onProgress` is called with the share that is done. */
export async function packBundle(
  account: string,
  onProgress: (share: number) => void = () => {},
  now = new Date(),
): Promise<Bundle> {
  const records = await listRecords(account);
  const points = records.filter((record): record is PointRecord => record.kind === "point" && isPacked(record));
  const zip = createZip();
  const packed = [];
  let missingPhotoCount = 0;
  for (const [index, point] of points.entries()) {
    const photos: PackedPhoto[] = [];
    for (const { key, name, type, sha256 } of point.photos) {
      const photo = await findPhoto(point.localId, key);
      const hash = sha256 ?? (photo && (await sha256Of(photo)));
      if (!photo || !hash) {
        missingPhotoCount += 1;
        continue;
      }
      const file = `photos/${point.id}/${key}${extensionOf(name, type)}`;
      await zip.add(file, photo);
      photos.push({ key, file, sha256: hash });
    }
    packed.push(pointToManifest(point, photos));
    onProgress((index + 1) / points.length);
  }
  const manifest = JSON.stringify(makeManifest(account, packed), null, 2);
  await zip.add(rescueManifestName, new Blob([manifest], { type: "application/json" }));
  const blob = await zip.finish();
  const file = new File([blob], bundleName(account, now), { type: "application/zip" });
  return { file, pointCount: packed.length, missingPhotoCount };
}

const extensions: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/heic": ".heic",
  "image/heif": ".heif",
};

const extensionOf = (name: string, type: string) => extensions[type] ?? /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? "";

/** `cairn-rescue-alice-20260501-1405.zip`, in the time of the device. */
function bundleName(account: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const who = account.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60);
  return `cairn-rescue-${who}-${day}-${two(now.getHours())}${two(now.getMinutes())}.zip`;
}
