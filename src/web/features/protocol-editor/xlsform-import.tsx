import Info from "lucide-react/icons/info";
import OctagonX from "lucide-react/icons/octagon-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Upload from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/editor.ts";
import type { ImportedProtocol, ReportEntry, ReportLevel } from "../../../contract/protocols.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatList } from "../../ui/numbers.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./start-from.module.css";

const levelIcons = { error: OctagonX, warning: TriangleAlert, info: Info };
const shownStep = 100;

type Reading =
  | { state: "none" }
  | { state: "reading"; fileName: string }
  | { state: "failed"; fileName: string; reason: string }
  | { state: "read"; fileName: string; imported: ImportedProtocol };

/** Reads an XLSForm and shows the report before using it. */
export function XlsFormImport({ onTake }: { onTake: (protocol: Protocol) => void }) {
  const [reading, setReading] = useState<Reading>({ state: "none" });
  const newest = useRef<File>(undefined);

  async function read(file: File) {
    newest.current = file;
    const fileName = file.name;
    const settle = (next: Reading) => {
      // Ignores a file if another one was chosen since.
      if (newest.current === file) setReading(next);
    };
    setReading({ state: "reading", fileName });
    try {
      settle({ state: "read", fileName, imported: await call("importProtocol", { body: {}, files: { file } }) });
    } catch (error) {
      settle({ state: "failed", fileName, reason: sentenceOf(error) });
    }
  }

  return (
    <div className="stack gap-12">
      <div className="cluster gap-12">
        <label className={`center gap-8 strong ${styles.choose}`}>
          <Upload aria-hidden="true" />
          {t(reading.state === "none" ? "editor.xlsform.choose" : "editor.xlsform.chooseAnother")}
          <input
            type="file"
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            className="visually-hidden"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void read(file);
              event.currentTarget.value = "";
            }}
          />
        </label>
      </div>
      {reading.state === "reading" ? (
        <p role="status">
          <Spinner /> {withNames((name) => t("editor.xlsform.reading", { fileName: name(reading.fileName) }))}
        </p>
      ) : null}
      {reading.state === "failed" ? (
        <Banner tone="danger">
          <p>{withNames((name) => t("editor.xlsform.failed", { fileName: name(reading.fileName) }))}</p>
          <p>{reading.reason}</p>
        </Banner>
      ) : null}
      {reading.state === "read" ? (
        <Imported {...reading} onTake={onTake} onLeave={() => setReading({ state: "none" })} />
      ) : null}
    </div>
  );
}

function Imported({
  fileName,
  imported: { protocol, report },
  onTake,
  onLeave,
}: {
  fileName: string;
  imported: ImportedProtocol;
  onTake: (protocol: Protocol) => void;
  onLeave: () => void;
}) {
  const [shownCount, setShownCount] = useState(shownStep);
  const countOf = (level: ReportLevel) => report.filter((entry) => entry.level === level).length;
  return (
    <>
      <Banner tone={protocol ? (countOf("error") > 0 ? "warning" : "info") : "danger"}>
        <p>
          {protocol
            ? withNames((name) => t("editor.xlsform.read", { fileName: name(fileName), count: protocol.fields.length }))
            : withNames((name) => t("editor.xlsform.noForm", { fileName: name(fileName) }))}
        </p>
        <p>
          {report.length === 0
            ? t("editor.xlsform.noRemarks")
            : t("editor.xlsform.counts", {
                errors: countOf("error"),
                warnings: countOf("warning"),
                infos: countOf("info"),
              })}
        </p>
      </Banner>
      {report.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
        <section className={styles.report} aria-label={t("editor.xlsform.report")} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("editor.xlsform.column.level")}</th>
                <th scope="col">{t("editor.xlsform.column.where")}</th>
                <th scope="col">{t("editor.xlsform.column.message")}</th>
              </tr>
            </thead>
            <tbody>
              {report.slice(0, shownCount).map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the report never changes.
                <ReportRow key={index} entry={entry} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {report.length > shownCount ? (
        <Button small onClick={() => setShownCount(shownCount + shownStep)}>
          {t("editor.xlsform.more")}
        </Button>
      ) : null}
      <div className="cluster gap-12">
        {protocol ? (
          <Button tone="primary" onClick={() => onTake(protocol)}>
            {t("editor.xlsform.take")}
          </Button>
        ) : null}
        <Button onClick={onLeave}>{t("editor.xlsform.leave")}</Button>
      </div>
    </>
  );
}

function ReportRow({ entry: { level, sheet, row, column, message } }: { entry: ReportEntry }) {
  const Icon = levelIcons[level] ?? Info;
  const where = (name: (words: string) => string) =>
    [
      sheet === null ? "" : t("editor.xlsform.where.sheet", { sheet: name(sheet) }),
      row === null ? "" : t("editor.xlsform.where.row", { row }),
      column === null ? "" : t("editor.xlsform.where.column", { column: name(column) }),
    ].filter(Boolean);
  return (
    <tr>
      <td>
        <span className={`${styles.level} ${styles[level]}`}>
          <Icon aria-hidden="true" />
          {t(`editor.xlsform.level.${level}`)}
        </span>
      </td>
      <td className={`muted small nowrap ${styles.where}`}>
        {withNames((name) => formatList(where(name)) || t("editor.xlsform.workbook"))}
      </td>
      <td>{message}</td>
    </tr>
  );
}
