import Camera from "lucide-react/icons/camera";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { type Ref, useId, useState } from "react";
import { classNames } from "../../components/class-names.ts";
import { useObjectUrl } from "../../components/use-object-url.ts";
import { t } from "../../texts/field.ts";
import styles from "./photo-step.module.css";

/** A big target that opens the camera, and then shows what was taken. */
export function PhotoStep({
  photo,
  error,
  disabled,
  inputRef,
  onPhoto,
}: {
  photo: File | null;
  error: string | undefined;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
  onPhoto: (photo: File) => void;
}) {
  const errorId = useId();
  const preview = useObjectUrl(photo);
  const [undrawable, setUndrawable] = useState<string>();
  const canDraw = preview !== undefined && preview !== undrawable;
  return (
    <div>
      <label className={classNames(styles.target, photo && styles.taken, error && styles.wrong)}>
        {photo ? (
          <>
            {canDraw ? (
              <img
                className={styles.preview}
                src={preview}
                alt={t("field.photo.preview")}
                onError={() => setUndrawable(preview)}
              />
            ) : (
              <span className={styles.undrawn}>
                <Camera aria-hidden="true" />
                <span className={styles.name}>{photo.name}</span>
                {t("field.photo.undrawable")}
              </span>
            )}
            <span className={styles.again}>
              <RotateCcw aria-hidden="true" />
              {t("field.photo.takeAnother")}
            </span>
          </>
        ) : (
          <span className={styles.invitation}>
            <Camera aria-hidden="true" />
            {t("field.photo.take")}
          </span>
        )}
        <input
          ref={inputRef}
          className={styles.input}
          type="file"
          name="file"
          accept="image/*"
          capture="environment"
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // Leaving the picker without a pick keeps the photo that was there.
            if (file) onPhoto(file);
            event.currentTarget.value = "";
          }}
        />
      </label>
      <p id={errorId} className={styles.error} aria-live="polite">
        {error}
      </p>
    </div>
  );
}
