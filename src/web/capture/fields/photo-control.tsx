import Camera from "lucide-react/icons/camera";
import Images from "lucide-react/icons/images";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { type ComponentProps, type RefObject, useContext, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import type { PhotoField } from "../../../protocol/field.ts";
import { markAsPicked } from "../../foundation/answers/file-kinds.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { classNames } from "../../ui/class-names.ts";
import { useObjectUrl } from "../../ui/use-object-url.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./photo-control.module.css";
import { PhotoRemarks } from "./photo-remarks.ts";

/** A large button that opens the camera and shows the photo, with one for the gallery. */
export function PhotoWays({
  photo,
  onPhoto,
  camera,
  isSmall = false,
  id,
  name,
  describedBy,
  isWrong,
  disabled,
}: {
  photo: File | null;
  onPhoto: (photo: File) => void;
  camera: RefObject<HTMLInputElement | null>;
  /** Something stands beside it. */
  isSmall?: boolean;
  id?: string | undefined;
  name: string;
  describedBy: string | undefined;
  isWrong: boolean;
  disabled: boolean;
}) {
  const preview = useObjectUrl(photo);
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
    className: "fills unseen",
    type: "file",
    accept: "image/*",
    disabled,
    "aria-invalid": isWrong || undefined,
    "aria-describedby": describedBy,
  } as const;
  return (
    <div className={classNames("stack gap-8", isSmall && styles.small)}>
      <label className={classNames("middle", styles.target, photo && styles.taken, isWrong && styles.wrong)}>
        {photo ? (
          <>
            {canDraw ? (
              <img
                className={`wide ${styles.preview}`}
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
              {t(isSmall ? "answers.photo.again" : "answers.photo.takeAnother")}
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
      <label className={`row center gap-8 strong framed ${styles.gallery}`}>
        <Images aria-hidden="true" />
        {t(isSmall ? "answers.photo.gallery.short" : "answers.photo.gallery")}
        <input {...control} name={`${name}:gallery`} onChange={(event) => onPick(event.currentTarget, true)} />
      </label>
    </div>
  );
}

/** The same, with what is said about the photo. */
export function PhotoTarget(props: Omit<ComponentProps<typeof PhotoWays>, "camera" | "isSmall">) {
  const camera = useRef<HTMLInputElement>(null);
  const remarkOn = useContext(PhotoRemarks);
  return (
    <>
      <PhotoWays {...props} camera={camera} />
      {props.photo && remarkOn(props.photo, camera)}
    </>
  );
}

const GuidedPhoto = lazily("GuidedPhoto", () => import("./around-fields.tsx"));

export function PhotoControl({ field, answer, ...rest }: ControlProps<PhotoField>) {
  const { onAnswer, labelId: _, ...target } = rest;
  const ways = (
    <PhotoTarget
      {...target}
      name={`photo:${field.key}`}
      photo={answer instanceof File ? answer : null}
      onPhoto={onAnswer}
    />
  );
  if (!field.outline && !field.scale) return ways;
  return (
    <WhenFetched fallback={ways}>
      <GuidedPhoto field={field} onPhoto={onAnswer} disabled={rest.disabled}>
        {ways}
      </GuidedPhoto>
    </WhenFetched>
  );
}
