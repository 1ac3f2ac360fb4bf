import Download from "lucide-react/icons/download";
import type { DataPointFile } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import { t } from "../texts/kinds.ts";
import { labelOfField } from "../texts/protocol.ts";
import styles from "./field-files.module.css";
import { formatBytes } from "./format-bytes.ts";

/** The files of a data point that are no photos, each with the label of its field. PDFs are only downloaded. */
export function FieldFiles({ files, protocol }: { files: readonly DataPointFile[]; protocol: Protocol }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => {
        const label = labelOfField(protocol, file.key) ?? file.key;
        return (
          <li key={file.key}>
            <span className={styles.label}>{label}</span>
            <a className={styles.download} href={file.url} download aria-label={t("kinds.file.download", { label })}>
              <Download aria-hidden="true" />
              {t("kinds.file.pdf")} <span className={styles.size}>{formatBytes(file.size_bytes)}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
