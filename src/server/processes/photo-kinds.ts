import { findReferencedPhotoKeys } from "../data-points/photo-queries.ts";
import type { Db } from "../database/connection.ts";
import { findReferencedPictureKeys, findReferencedSoundKeys, pictureKind, soundKind } from "../media/media-queries.ts";
import type { PhotoKind } from "../photos/delete-photos.ts";
import { copyKind } from "../photos/derivatives/recording-copies.ts";
import { coverKinds, findReferencedCoverKeys } from "../quests/covers.ts";
import { findReferencedReleaseKeys, releaseKind } from "../releases/release-queries.ts";
import { chunkKind } from "../uploads/account-uploads.ts";
import { findReferencedChunkKeys } from "../uploads/upload-queries.ts";

/** Every kind of object in the photo store. The sweep deletes those without references, so add new kinds here. */
export function photoKinds(db: Db): PhotoKind[] {
  return [
    {
      kind: "originals",
      derivedKinds: ["display", "thumbnail", copyKind],
      findReferenced: (keys) => findReferencedPhotoKeys(db, keys),
    },
    {
      kind: coverKinds.hero,
      derivedKinds: [coverKinds.card],
      findReferenced: (keys) => findReferencedCoverKeys(db, keys),
    },
    {
      kind: pictureKind,
      derivedKinds: [],
      findReferenced: (keys) => findReferencedPictureKeys(db, keys),
    },
    {
      kind: soundKind,
      derivedKinds: [copyKind],
      findReferenced: (keys) => findReferencedSoundKeys(db, keys),
    },
    {
      kind: chunkKind,
      derivedKinds: [],
      findReferenced: (keys) => findReferencedChunkKeys(db, keys),
      isTemporary: true,
    },
    {
      kind: releaseKind,
      derivedKinds: [],
      findReferenced: (keys) => findReferencedReleaseKeys(db, keys),
      isTemporary: true,
    },
    { kind: "plant-id", derivedKinds: [], findReferenced: async () => new Set(), isTemporary: true },
  ];
}
