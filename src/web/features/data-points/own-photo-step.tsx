import { useId } from "react";
import { t as answersText } from "../../../../generated/web-texts/answers.ts";
import { t } from "../../../../generated/web-texts/field.ts";
import type { LocalizedText } from "../../../protocol/field.ts";
import { PhotoTarget } from "../../capture/fields/photo-target.tsx";
import { ownPhotoKey } from "../../outbox/record.ts";
import { classNames } from "../../ui/class-names.ts";
import { MarkedText } from "../../ui/marked-text.tsx";
import { FormStep } from "./form-step.tsx";
import styles from "./upload-form.module.css";

/** The photo of the data point itself, with the quest's hint. */
export function OwnPhotoStep({
  number,
  photo,
  hint,
  isOptional,
  error,
  disabled,
  onPhoto,
}: {
  number: number | undefined;
  photo: File | null;
  hint: LocalizedText | undefined;
  isOptional: boolean;
  error: string | undefined;
  disabled: boolean;
  onPhoto: (photo: File) => void;
}) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const title = isOptional ? (
    <span>
      {t("field.form.photo")} <span className={`muted text-16 ${styles.optional}`}>{answersText("answers.optional")}</span>
    </span>
  ) : (
    t("field.form.photo")
  );
  return (
    <FormStep number={number} title={title}>
      <div data-field={ownPhotoKey}>
        {hint ? (
          <div id={hintId} className={`muted ${styles.hint}`}>
            <MarkedText text={hint} />
          </div>
        ) : null}
        <PhotoTarget
          photo={photo}
          name={ownPhotoKey}
          describedBy={classNames(hint && hintId, error && errorId) || undefined}
          isWrong={error !== undefined}
          disabled={disabled}
          onPhoto={onPhoto}
        />
        <p id={errorId} className={`if-any danger strong ${styles.error}`} aria-live="polite">
          {error}
        </p>
      </div>
    </FormStep>
  );
}
