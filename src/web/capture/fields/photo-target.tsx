import Camera from "lucide-react/icons/camera";
import Images from "lucide-react/icons/images";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useContext, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import { markAsPicked } from "../../foundation/answers/photo-origin.ts";
import { classNames } from "../../ui/class-names.ts";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { PhotoRemarks } from "./photo-remarks.ts";
import styles from "./photo-target.module.css";

/** A large button that opens the camera and shows the photo, with a link to the gallery. */
export function PhotoTarget({
  photo,
  onPhoto,
  id,
  name,
  describedBy,
  isWrong,
  disabled,
}: {
  photo: File | null;
  onPhoto: (photo: File) => void;
  id?: string | undefined;
  name: string;
  describedBy: string | undefined;
  isWrong: boolean;
  disabled: boolean;
}) {
  const preview = useObjectUrl(photo);
  const camera = useRef<HTMLInputElement>(null);
  const remarkOn = useContext(PhotoRemarks);
  const [undrawable, setUndrawable] = useState<string>();
  const canDraw = preview !== undefined && preview !== undrawable;
  const onPick = (input: HTMLInputElement, isFromGallery: boolean) => {
    const file = input.files?.[0];
    input.value = "";
    // Cancelling keeps the current photo.
    if (!file) return;
    if (isFromGallery) markAsPicked(file);
    onPhoto(file);
  };
  const control = {
    className: styles.input,
    type: "file",
    accept: "image/*",
    disabled,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": describedBy,
  } as const;
  return (
    <div className="stack gap-8">
      <label className={classNames("middle", styles.target, photo && styles.taken, isWrong && styles.wrong)}>
        {photo ? (
          <>
            {canDraw ? (
              <img
                className={styles.preview}
                src={preview}
                alt={t("answers.photo.preview")}
                onError={() => setUndrawable(preview)}
              />
            ) : (
              <span className={`stack center gap-4 muted ${styles.undrawn}`}>
                <Camera aria-hidden="true" />
                <span className={`strong breaks ${styles.name}`} translate="no">
                  {photo.name}
                </span>
                {t("answers.photo.undrawable")}
              </span>
            )}
            <span className={`center gap-8 strong ${styles.again}`}>
              <RotateCcw aria-hidden="true" />
              {t("answers.photo.takeAnother")}
            </span>
          </>
        ) : (
          <span className={`stack center gap-8 pad-16 strong ${styles.invitation}`}>
            <Camera aria-hidden="true" />
            {t("answers.photo.take")}
          </span>
        )}
        <input
          {...control}
          ref={camera}
          id={id}
          name={name}
          capture="environment"
          onChange={(event) => onPick(event.currentTarget, false)}
        />
      </label>
      {photo && remarkOn(photo, camera)}
      <label className={styles.gallery}>
        <Images aria-hidden="true" />
        {t("answers.photo.gallery")}
        <input {...control} name={`${name}:gallery`} onChange={(event) => onPick(event.currentTarget, true)} />
      </label>
    </div>
  );
}
