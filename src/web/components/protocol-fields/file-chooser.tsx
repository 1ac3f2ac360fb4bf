import FileText from "lucide-react/icons/file-text";
import X from "lucide-react/icons/x";
import { useState } from "react";
import type { FileField } from "../../../protocol/field.ts";
import { t } from "../../texts/kinds.ts";
import { Button, IconButton } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { formatBytes } from "../format-bytes.ts";
import { announce } from "../live-region.tsx";
import type { ControlProps } from "./control.ts";
import styles from "./file-chooser.module.css";

/** Chooses a PDF. It is never opened here. */
export function FileChooser({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<FileField>) {
  const chosen = answer instanceof File ? answer : undefined;
  const [removed, setRemoved] = useState<File>();
  return (
    <div>
      <div className={styles.row}>
        <label className={classNames(styles.target, isWrong && styles.wrong)}>
          <FileText aria-hidden="true" />
          {chosen ? (
            <span className={styles.chosen}>
              <span className={styles.name} dir="auto">
                {chosen.name}
              </span>
              <span className={styles.size}>{formatBytes(chosen.size)}</span>
            </span>
          ) : (
            <span>{t("kinds.file.choose")}</span>
          )}
          <input
            id={id}
            className={styles.input}
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
              if (!file) return;
              setRemoved(undefined);
              void asPdf(file).then(onAnswer);
            }}
          />
        </label>
        {chosen && !disabled ? (
          <IconButton
            label={t("kinds.file.remove", { name: chosen.name })}
            onClick={() => {
              setRemoved(chosen);
              onAnswer(undefined);
              announce(t("kinds.file.removed", { name: chosen.name }));
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {removed && !chosen ? (
        <Button
          small
          className={styles.undo}
          onClick={() => {
            setRemoved(undefined);
            onAnswer(removed);
          }}
        >
          {t("kinds.file.undo")}
        </Button>
      ) : null}
    </div>
  );
}

const pdfType = "application/pdf";

/** Phones often say nothing or something else about a file's type. */
async function asPdf(file: File): Promise<File> {
  const isPdf =
    (await file
      .slice(0, 5)
      .text()
      .catch(() => "")) === "%PDF-";
  const type = isPdf ? pdfType : "";
  return file.type === type ? file : new File([file], file.name, { type, lastModified: file.lastModified });
}
