import { useState } from "react";
import { t } from "../../../../generated/web-texts/gallery.ts";
import { GalleryPicture } from "../../capture/gallery/gallery-picture.tsx";
import { forgetGallery, type GalleryPhoto } from "../../foundation/phone/kept-photos.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Button } from "../../ui/button.tsx";
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
    <section className="stack gap-12" aria-labelledby="gallery-photos">
      <h2 id="gallery-photos">{t("gallery.count", { count: photos.length })}</h2>
      <ul className="cluster gap-8">
        {photos.map((photo) => (
          <li key={photo.id}>
            <GalleryPicture photo={photo} />
          </li>
        ))}
      </ul>
      <Button tone="plain" className={styles.discard} onClick={() => setIsAsking(true)}>
        {t("gallery.discard")}
      </Button>
      <ActionDialog
        open={isAsking}
        title={t("gallery.discard.ask")}
        onClose={() => setIsAsking(false)}
        back={t("gallery.discard.keep")}
        suggestsBack
        act={t("gallery.discard")}
        tone="danger"
        onAct={discard}
      >
        <p>{t("gallery.discard.explanation")}</p>
      </ActionDialog>
    </section>
  );
}
