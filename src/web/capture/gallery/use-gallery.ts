import { useCallback, useEffect, useState } from "react";
import { type Gallery, readGallery } from "../../foundation/phone/kept-photos.ts";

const none: Gallery = { photos: [], leftOut: [] };

/** Photos from the phone's gallery that no data point has; undefined until they are read. `turn`: reads them again when it changes. */
export function useGallery(turn?: string): { gallery: Gallery | undefined; reload: () => Promise<void> } {
  const [gallery, setGallery] = useState<Gallery>();
  const reload = useCallback(async () => setGallery(await readGallery().catch(() => none)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn.
  useEffect(() => void reload(), [turn, reload]);
  return { gallery, reload };
}
