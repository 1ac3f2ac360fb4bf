import { rescueManifestName } from "../../../contract/rescue.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { findPhoto, listRecords } from "../../outbox/outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import { isPacked, makeManifest, type PackedPhoto, pointToManifest } from "./manifest.ts";
import { createZip } from "./zip.ts";

/** Lacks photos that the browser no longer has or cannot read, but has their values. */
export type Bundle = { file: File; pointCount: number; missingPhotoCount: number };

/** Packs all undelivered data points of the account. `onProgress` gets the share that is done. */
export async function packBundle(account: string, onProgress: (share: number) => void = () => {}): Promise<Bundle> {
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
  const file = new File([blob], bundleName(account), { type: "application/zip" });
  return { file, pointCount: packed.length, missingPhotoCount };
}

const extensions: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/heic": ".heic",
  "image/heif": ".heif",
  "audio/webm": ".webm",
  "audio/ogg": ".ogg",
  "audio/mp4": ".m4a",
  "application/pdf": ".pdf",
};

const extensionOf = (name: string, type: string) => extensions[type] ?? /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? "";

/** `cairn-rescue-alice-20260501-1405.zip`, in the device's time zone. */
function bundleName(account: string): string {
  const who = account.replace(/[^A-Za-z0-9._-]+/g, "_").slice(0, 60);
  const when = localIso(new Date()).replace(/[-:]/g, "").replace("T", "-");
  return `cairn-rescue-${who}-${when}.zip`;
}
