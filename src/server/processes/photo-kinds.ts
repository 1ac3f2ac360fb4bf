import { findReferencedPhotoKeys } from "../data-points/data-point-queries.ts";
import type { Db } from "../database/connection.ts";
import type { PhotoKind } from "../photos/sweep-orphans.ts";

/** Every kind of object that we keep in the photo store. What nobody refers to any more is swept, so a new kind stands here. */
export function photoKinds(db: Db): PhotoKind[] {
  return [
    {
      kind: "originals",
      derivedKinds: ["display", "thumbnail"],
      findReferenced: (keys) => findReferencedPhotoKeys(db, keys),
    },
    { kind: "plant-id", derivedKinds: [], findReferenced: async () => new Set(), isTemporary: true },
  ];
}
