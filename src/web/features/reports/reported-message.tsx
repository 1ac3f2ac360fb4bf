import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/reports.ts";
import type { Report } from "../../../contract/reports.ts";
import { refetch } from "../../foundation/api/answers-by-call.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { paths } from "../../foundation/paths.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { announce } from "../../ui/live-region.tsx";
import { NewsEntry } from "../../ui/news-entry.tsx";
import { Pill } from "../../ui/pill.tsx";
import { Verbatim, withNames } from "../../ui/verbatim.tsx";
import styles from "./reports.module.css";

/** A message as volunteers see it, with its reports. */
export function ReportedMessage({ report, onDone }: { report: Report; onDone: () => Promise<unknown> }) {
  const { kind, id, question, reports, written_by, dismissed_by, dismissed_at } = report;
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("reports.failed", { reason }));
  const title = question === null ? report.title : t("reports.answer");
  const setDone = () =>
    run(async () => {
      await call("dismissReports", { body: { kind, id } });
      announce(t("reports.done.said", { title: report.title }));
      void refetch(["countWaiting"]);
      await onDone();
    });
  return (
    <NewsEntry
      title={title}
      text={report.text || t("reports.noAnswer")}
      quote={question ?? undefined}
      about={
        <>
          <Link to={paths.quest(report.quest_id)}>
            <bdi>{report.quest_name}</bdi>
          </Link>
          <Verbatim>{report.organization_name}</Verbatim>
          {written_by === null ? null : withNames((name) => t("reports.by", { username: name(written_by) }))}
        </>
      }
      writtenAt={report.written_at}
    >
      {problem === undefined ? null : (
        <Banner tone="danger" onClose={dismiss}>
          {problem}
        </Banner>
      )}
      <div className={`cluster center gap-8 across-12 ${styles.reports}`}>
        <Pill tone={dismissed_at === null ? "warning" : "neutral"}>{t("reports.count", { count: reports })}</Pill>
        <span className="muted small">
          {dismissed_by === null || dismissed_at === null
            ? rich("reports.latest", timeOf(report.reported_at), { moment: formatMoment(report.reported_at) })
            : rich(
                "reports.doneBy",
                { ...timeOf(dismissed_at), name: (name) => <Verbatim>{name}</Verbatim> },
                { username: dismissed_by, moment: formatMoment(dismissed_at) },
              )}
        </span>
        {dismissed_at === null ? (
          <Button
            small
            busy={isBusy}
            aria-label={t("reports.done.message", { title: report.title })}
            onClick={() => void setDone()}
          >
            {t("reports.done")}
          </Button>
        ) : null}
      </div>
    </NewsEntry>
  );
}

const timeOf = (instant: string) => ({ time: (words: string) => <time dateTime={instant}>{words}</time> });
