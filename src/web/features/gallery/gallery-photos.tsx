import { useState } from "react";
import { GalleryPicture } from "../../capture/gallery/gallery-picture.tsx";
import { forgetGallery, type GalleryPhoto } from "../../foundation/phone/kept-photos.ts";
import { t } from "../../foundation/texts/gallery.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./gallery.module.css";

/** The photos that wait for a quest. Asks before they are discarded. */
export function GalleryPhotos({
  photos,
  onDiscarded,
}: {
  photos: readonly GalleryPhoto[];
  onDiscarded: () => Promise<void>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const discard = async () => {
    setIsAsking(false);
    await forgetGallery().catch(console.error);
    await onDiscarded();
  };
  return (
    <section className={styles.part} aria-labelledby="gallery-photos">
      <h2 id="gallery-photos">{t("gallery.count", { count: photos.length })}</h2>
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <GalleryPicture photo={photo} />
          </li>
        ))}
      </ul>
      <Button tone="plain" className={styles.discard} onClick={() => setIsAsking(true)}>
        {t("gallery.discard")}
      </Button>
      <Dialog
        open={isAsking}
        title={t("gallery.discard.ask")}
        onClose={() => setIsAsking(false)}
        footer={
          <>
            <Button tone="danger" onClick={() => void discard()}>
              {t("gallery.discard")}
            </Button>
            <Button tone="next" onClick={() => setIsAsking(false)}>
              {t("gallery.discard.keep")}
            </Button>
          </>
        }
      >
        <p>{t("gallery.discard.explanation")}</p>
      </Dialog>
    </section>
  );
}
