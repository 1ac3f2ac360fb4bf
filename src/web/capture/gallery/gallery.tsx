import ImageOff from "lucide-react/icons/image-off";
import { useCallback, useEffect, useState } from "react";
import { type Gallery, type GalleryPhoto, readGallery } from "../../foundation/phone/kept-photos.ts";
import { inTurn, shrink } from "../../ui/small-picture.ts";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import styles from "./gallery.module.css";

/** A small picture of a shared photo, or its name if the browser can't draw it. */
export function GalleryPicture({ photo: { photo } }: { photo: GalleryPhoto }) {
  const [small, setSmall] = useState<Blob | null>();
  useEffect(() => {
    let isWanted = true;
    void inTurn(async () => (isWanted ? shrink(photo) : null))
      .catch(() => null)
      .then((made) => isWanted && setSmall(made));
    return () => {
      isWanted = false;
    };
  }, [photo]);
  const url = useObjectUrl(small);
  return (
    <span className={`middle muted ${styles.picture}`}>
      {url ? (
        <img src={url} alt={photo.name} decoding="async" />
      ) : small === null ? (
        <ImageOff role="img" aria-label={photo.name} />
      ) : null}
    </span>
  );
}

const none: Gallery = { photos: [], leftOut: [] };

/** Photos from the phone's gallery that no data point has; undefined until they are read. `turn`: reads them again when it changes. */
export function useGallery(turn?: string): { gallery: Gallery | undefined; reload: () => Promise<void> } {
  const [gallery, setGallery] = useState<Gallery>();
  const reload = useCallback(async () => setGallery(await readGallery().catch(() => none)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn.
  useEffect(() => void reload(), [turn, reload]);
  return { gallery, reload };
}
