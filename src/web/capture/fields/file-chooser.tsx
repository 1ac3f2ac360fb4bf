import FileText from "lucide-react/icons/file-text";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { fileBytesMax } from "../../../contract/limits.ts";
import type { FileField } from "../../../protocol/field.ts";
import { isRefused } from "../../foundation/answers/file-kinds.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { announce } from "../../ui/live-region.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./file-chooser.module.css";
import shared from "./file-control.module.css";
import { findChosenFault } from "./find-chosen-fault.ts";

/** Chooses a PDF. It is never opened here, but one that the server would refuse isn't taken. */
export function FileChooser({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<FileField>) {
  const chosen = answer instanceof File ? answer : undefined;
  const [refused, setRefused] = useState<string>();
  useEffect(() => {
    // The form says that another one is needed; this says why.
    if (chosen && isRefused(chosen)) void faultOf(chosen).then(setRefused);
  }, [chosen]);

  async function choose(file: File): Promise<void> {
    const fault = await faultOf(file);
    setRefused(fault);
    if (fault) announce(fault);
    // Phones often say nothing or something else about a file's type.
    else onAnswer(new File([file], file.name, { type: "application/pdf", lastModified: file.lastModified }));
  }

  return (
    <>
      <RemovableFile file={chosen} name={chosen?.name ?? ""} onAnswer={onAnswer} disabled={disabled}>
        <label
          className={classNames(
            "row center gap-12 shrinks strong framed",
            shared.control,
            isWrong && "wrong",
            styles.target,
          )}
        >
          <FileText aria-hidden="true" />
          {chosen ? (
            <span className="shrinks">
              <span className={`breaks ${styles.name}`} dir="auto" translate="no">
                {chosen.name}
              </span>
              <span className={`muted ${styles.size}`}>{formatBytes(chosen.size)}</span>
            </span>
          ) : (
            <span>{t("kinds.file.choose")}</span>
          )}
          <input
            id={id}
            className="fills unseen"
            type="file"
            name={`file:${field.key}`}
            accept=".pdf,application/pdf"
            disabled={disabled}
            aria-invalid={isWrong || undefined}
            aria-describedby={describedBy}
            onChange={({ currentTarget: input }) => {
              const [file] = input.files ?? [];
              input.value = "";
              // Cancelling keeps the current file.
              if (file) void choose(file);
            }}
          />
        </label>
      </RemovableFile>
      {refused ? <p className={`danger ${shared.fault}`}>{refused}</p> : null}
    </>
  );
}

async function faultOf(file: File): Promise<string | undefined> {
  // The form says that it is too large.
  if (file.size > fileBytesMax.file) return undefined;
  const fault = await findChosenFault("file", file);
  return fault && t(fault === "damaged" ? "kinds.file.damaged" : "kinds.file.notPdf", { name: file.name });
}

/** What shows a file, with a button that removes it and one that brings it back. */
export function RemovableFile({
  file,
  name,
  onAnswer,
  disabled,
  children,
}: {
  file: File | undefined;
  name: string;
  onAnswer: (file: File | undefined) => void;
  disabled: boolean;
  children: ReactNode;
}) {
  const [removed, setRemoved] = useState<File>();
  if (file && removed) setRemoved(undefined);
  return (
    <>
      <div className="row center gap-8">
        {children}
        {file && !disabled ? (
          <IconButton
            label={t("kinds.file.remove", { name })}
            onClick={() => {
              setRemoved(file);
              onAnswer(undefined);
              announce(t("kinds.file.removed", { name }));
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {removed && !file ? (
        <Button small className={styles.undo} onClick={() => onAnswer(removed)}>
          {t("kinds.file.undo")}
        </Button>
      ) : null}
    </>
  );
}
