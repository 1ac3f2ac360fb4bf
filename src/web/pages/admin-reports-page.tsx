import { Link, useSearchParams } from "react-router";
import { rich, t } from "../../../generated/web-texts/reports.ts";
import type { Report } from "../../contract/reports.ts";
import { refetch } from "../foundation/api/answers-by-call.ts";
import { call } from "../foundation/api/client.ts";
import { useListInParts } from "../foundation/api/list-parts.ts";
import { useAction } from "../foundation/api/use-action.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/dates.ts";
import { FetchedInParts } from "../ui/fetched.tsx";
import { announce } from "../ui/live-region.tsx";
import { NewsEntry } from "../ui/news-entry.tsx";
import { Pill } from "../ui/pill.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { Verbatim, withNames } from "../ui/verbatim.tsx";
import styles from "./admin-reports-page.module.css";
import { AdminListPage } from "./desk/admin-only.tsx";
import { chosenOrganization } from "./desk/organization-switch.tsx";

/** Messages of teams that volunteers reported; with `?dismissed=only` those that are done. */
export function AdminReportsPage() {
  return (
    <AdminListPage leastRole="coordinator" title={t("reports.title")} lead={t("reports.lead")}>
      <Reports />
    </AdminListPage>
  );
}

function Reports() {
  const [search, setSearch] = useSearchParams();
  const dismissed = search.get("dismissed") === "only" ? ("only" as const) : undefined;
  const list = useListInParts("listReports", {
    query: { ...chosenOrganization(search), ...(dismissed && { dismissed }) },
  });
  const show = (done: string) =>
    setSearch(
      (current) => {
        if (done) current.set("dismissed", done);
        else current.delete("dismissed");
        return current;
      },
      { replace: true },
    );
  return (
    <>
      <SelectField
        label={t("reports.show")}
        className={styles.show}
        value={dismissed}
        any={t("reports.show.open")}
        options={[["only", t("reports.show.done")]]}
        onChoose={show}
      />
      <FetchedInParts key={dismissed} list={list} empty={t(dismissed ? "reports.noneDone" : "reports.none")}>
        {(reports) => (
          <ul className={`stack gap-16 ${styles.list}`}>
            {reports.map((report) => (
              <li key={`${report.kind} ${report.id}`}>
                <ReportedMessage report={report} onDone={list.reload} />
              </li>
            ))}
          </ul>
        )}
      </FetchedInParts>
    </>
  );
}

/** A message as volunteers see it, with its reports. */
function ReportedMessage({ report, onDone }: { report: Report; onDone: () => Promise<unknown> }) {
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
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
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
