import FileText from "lucide-react/icons/file-text";
import type { FileField } from "../../../protocol/field.ts";
import { t } from "../../texts/kinds.ts";
import { classNames } from "../class-names.ts";
import { formatBytes } from "../format-bytes.ts";
import type { ControlProps } from "./control.ts";
import styles from "./file-chooser.module.css";
import shared from "./file-control.module.css";
import { RemovableFile } from "./removable-file.tsx";

/** Chooses a PDF. It is never opened here. */
export function FileChooser({ field, answer, onAnswer, id, describedBy, isWrong, disabled }: ControlProps<FileField>) {
  const chosen = answer instanceof File ? answer : undefined;
  return (
    <RemovableFile file={chosen} name={chosen?.name ?? ""} onAnswer={onAnswer} disabled={disabled}>
      <label className={classNames(shared.control, isWrong && shared.wrong, styles.target)}>
        <FileText aria-hidden="true" />
        {chosen ? (
          <span className={styles.chosen}>
            <span className={styles.name} dir="auto" translate="no">
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
            if (file) void asPdf(file).then(onAnswer);
          }}
        />
      </label>
    </RemovableFile>
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
