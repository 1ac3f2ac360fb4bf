import Download from "lucide-react/icons/download";
import { t } from "../../../generated/web-texts/kinds.ts";
import type { DataPointFile } from "../../contract/data-points.ts";
import type { Protocol } from "../../protocol/field.ts";
import { labelOfField } from "../foundation/texts/protocol.ts";
import styles from "./field-files.module.css";
import { formatBytes } from "./format-bytes.ts";
import { formatClock } from "./format-clock.ts";

/** The length is known here, because recorders don't write it into the file. */
function Player({ file, label }: { file: DataPointFile; label: string }) {
  const { url, size_bytes: bytes, seconds, copy_failed_at: copyFailedAt } = file;
  return (
    <span className={`cluster center gap-8 ${styles.player}`}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was recorded. */}
      <audio controls preload="none" src={url} aria-label={t("kinds.audio.of", { label })} />
      <span className="muted">
        {seconds === undefined ? null : `${formatClock(seconds)} · `}
        {formatBytes(bytes)}
      </span>
      {copyFailedAt === undefined ? null : <span>{t("kinds.audio.notPublic")}</span>}
    </span>
  );
}

/** The files of a data point that are no photos, each with the label of its field. PDFs are only downloaded. */
export function FieldFiles({ files, protocol }: { files: readonly DataPointFile[]; protocol: Protocol }) {
  return (
    <ul className={styles.files}>
      {files.map((file) => {
        const label = labelOfField(protocol, file.key) ?? file.key;
        return (
          <li key={file.key}>
            <span className={`muted small ${styles.label}`}>{label}</span>
            {file.kind === "audio" ? (
              <Player file={file} label={label} />
            ) : (
              <a
                className={`center gap-8 ${styles.download}`}
                href={file.url}
                download
                aria-label={t("kinds.file.download", { label })}
              >
                <Download aria-hidden="true" />
                {t("kinds.file.pdf")} <span className="muted">{formatBytes(file.size_bytes)}</span>
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
