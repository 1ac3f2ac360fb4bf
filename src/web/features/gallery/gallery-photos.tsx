import { useState } from "react";
import { t } from "../../../../generated/web-texts/gallery.ts";
import { faultWords } from "../../capture/fields/fault-words.ts";
import { GalleryPicture } from "../../capture/gallery/gallery.tsx";
import { findFileFault } from "../../foundation/answers/file-kinds.ts";
import {
  forgetGallery,
  type GalleryPhoto,
  galleryPhotosMax,
  type SharedFile,
} from "../../foundation/phone/kept-photos.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { withNames } from "../../ui/verbatim.tsx";
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

/** What of the shared files is not kept, and why. */
export function GalleryRemarks({
  isUnkept,
  noRoomCount,
  leftOut,
  onSeen,
}: {
  isUnkept: boolean;
  noRoomCount: number;
  leftOut: readonly SharedFile[];
  /** Called when the files left out were seen. */
  onSeen: () => void;
}) {
  return (
    <>
      {isUnkept ? <Banner tone="danger">{t("gallery.unkept")}</Banner> : null}
      {noRoomCount > 0 ? (
        <Banner tone="warning">{t("gallery.noRoom", { count: noRoomCount, max: galleryPhotosMax })}</Banner>
      ) : null}
      {leftOut.length > 0 ? (
        <Banner tone="warning" onClose={onSeen}>
          {leftOut.map((file) => (
            <p key={file.id}>
              {withNames((by) => t("gallery.leftOut", { name: by(file.name), reason: reasonOf(file) }))}
            </p>
          ))}
        </Banner>
      ) : null}
    </>
  );
}

function reasonOf({ type, sizeBytes }: SharedFile): string {
  const fault = findFileFault("photo", { type, size: sizeBytes });
  return fault ? faultWords(fault) : "";
}
