import { type ComponentProps, type ReactNode, useContext, useId, useRef } from "react";
import { t as answersText } from "../../../../generated/web-texts/answers.ts";
import { t } from "../../../../generated/web-texts/field.ts";
import type { LocalizedText } from "../../../protocol/field.ts";
import { PhotoWays } from "../../capture/fields/photo-control.tsx";
import { PhotoRemarks } from "../../capture/fields/photo-remarks.ts";
import { ProtocolField } from "../../capture/fields/protocol-field.tsx";
import type { ProtocolSteps } from "../../capture/fields/protocol-steps.tsx";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { ownPhotoKey } from "../../outbox/record.ts";
import { classNames } from "../../ui/class-names.ts";
import { MarkedText } from "../../ui/marked-text.tsx";
import styles from "./upload-form.module.css";

/** A numbered part of the form. */
export function FormStep({
  number,
  title,
  children,
}: {
  number: number | undefined;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <fieldset className="stack gap-8">
      <legend className={`row center gap-8 text-18 strong ${styles.legend}`}>
        {number === undefined ? null : (
          <span className={`text-16 figures ${styles.number}`} aria-hidden="true">
            {number}
          </span>
        )}
        {title}
      </legend>
      <div className="stack gap-12">{children}</div>
    </fieldset>
  );
}

/** The photo of the data point itself, with the quest's hint. */
export function OwnPhotoStep({
  number,
  photo,
  hint,
  isOptional,
  error,
  isSmall,
  disabled,
  onPhoto,
}: {
  number: number | undefined;
  photo: File | null;
  hint: LocalizedText | undefined;
  isOptional: boolean;
  error: string | undefined;
  /** Something stands beside it. */
  isSmall: boolean;
  disabled: boolean;
  onPhoto: (photo: File) => void;
}) {
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const title = isOptional ? (
    <span>
      {t("field.form.photo")}{" "}
      <span className={`muted text-16 ${styles.optional}`}>{answersText("answers.optional")}</span>
    </span>
  ) : (
    t("field.form.photo")
  );
  const camera = useRef<HTMLInputElement>(null);
  const remarkOn = useContext(PhotoRemarks);
  return (
    <>
      <FormStep number={number} title={title}>
        <div data-field={ownPhotoKey}>
          <PhotoWays
            photo={photo}
            camera={camera}
            name={ownPhotoKey}
            describedBy={classNames(hint && !isSmall && hintId, error && errorId) || undefined}
            isWrong={error !== undefined}
            isSmall={isSmall}
            disabled={disabled}
            onPhoto={onPhoto}
          />
          {hint && !isSmall ? (
            <div id={hintId} className={`muted ${styles.hint}`}>
              <MarkedText text={hint} />
            </div>
          ) : null}
          <p id={errorId} className={`if-any danger strong ${styles.error}`} aria-live="polite">
            {error}
          </p>
        </div>
      </FormStep>
      {photo ? <div className={`if-any ${styles.remark}`}>{remarkOn(photo, camera)}</div> : null}
    </>
  );
}

/** The specification's form: each field is a numbered step with its own heading. */
export function SpecificationSteps({
  read: { shown },
  answers,
  onAnswer,
  errors,
  isAsked,
  disabled,
  firstNumber = 1,
}: ComponentProps<typeof ProtocolSteps>) {
  return shown.map((field, index) => (
    <FormStep key={field.key} number={firstNumber + index} title={fieldText(field.title ?? field.label)}>
      <ProtocolField
        field={field}
        answer={answers[field.key]}
        onAnswer={onAnswer}
        error={errors?.get(field.key)}
        isAsked={isAsked}
        disabled={disabled}
      />
    </FormStep>
  ));
}
