import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import type { RescueAnswer } from "../../../contract/rescue.ts";
import { sentenceOf } from "../../foundation/api/api-error.ts";
import { importRescue } from "../../foundation/api/rescue.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { FileButton } from "./file-button.tsx";
import styles from "./rescue.module.css";

type Row = RescueAnswer["points"][number];
type Phase =
  | { kind: "resting" }
  | { kind: "sending"; share: number }
  | { kind: "done"; points: readonly Row[] }
  | { kind: "failed"; message: string };

/** Lets administrators import a volunteer's bundle, and shows the result for each data point. */
export function ImportBundle() {
  const [phase, setPhase] = useState<Phase>({ kind: "resting" });
  const sending = useRef<AbortController>(null);
  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    setPhase({ kind: "sending", share: 0 });
    try {
      const { points } = await importRescue(file, {
        onProgress: (share) => setPhase({ kind: "sending", share }),
        signal: controller.signal,
      });
      setPhase({ kind: "done", points });
    } catch (error) {
      setPhase(
        controller.signal.aborted
          ? { kind: "resting" }
          : { kind: "failed", message: error instanceof TypeError ? t("app.signIn.networkError") : sentenceOf(error) },
      );
    }
  };
  return (
    <section className="stack card gap-12 pad-16" aria-labelledby="import-title">
      <h2 id="import-title">{t("outbox.import.title")}</h2>
      <p>{t("outbox.import.explanation")}</p>
      <div className={`stack start gap-12 shrinks ${styles.pack}`}>
        <FileButton
          label={t("outbox.import.choose")}
          busy={phase.kind === "sending"}
          onChoose={(file) => void send(file)}
        />
        {phase.kind === "sending" ? (
          <>
            <ProgressBar label={t("outbox.import.progress")} value={phase.share} max={1} />
            <Button small onClick={() => sending.current?.abort()}>
              {t("outbox.import.cancel")}
            </Button>
          </>
        ) : phase.kind === "failed" ? (
          <Banner tone="danger">{phase.message}</Banner>
        ) : phase.kind === "done" ? (
          <Result points={phase.points} />
        ) : null}
      </div>
    </section>
  );
}

const tones: Record<Row["result"], PillTone> = { stored: "ok", known: "info", refused: "danger" };

function Result({ points }: { points: readonly Row[] }) {
  const count = (wanted: Row["result"]) => points.filter(({ result }) => result === wanted).length;
  if (points.length === 0) return <Banner tone="info">{t("outbox.import.empty")}</Banner>;
  return (
    <>
      <Banner tone={count("refused") > 0 ? "warning" : "ok"}>
        {t("outbox.import.result", { stored: count("stored"), known: count("known"), refused: count("refused") })}
      </Banner>
      <DataTable
        label={t("outbox.import.table")}
        rows={points}
        rowKey={(row) => `${points.indexOf(row)}/${row.id}`}
        columns={columnsOf()}
      />
    </>
  );
}

const columnsOf = (): Column<Row>[] => [
  { key: "point", label: t("outbox.import.point"), kind: "name", isVerbatim: true, cell: ({ id }) => id },
  {
    key: "outcome",
    label: t("outbox.import.outcome"),
    sortBy: ({ result }) => result,
    cell: ({ result }) => <Pill tone={tones[result]}>{t(`outbox.import.${result}`)}</Pill>,
  },
  { key: "reason", label: t("outbox.import.reason"), cell: ({ detail, code }) => detail ?? code ?? "" },
];
