import { useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/reports.ts";
import { ReportedMessage } from "../features/reports/reported-message.tsx";
import styles from "../features/reports/reports.module.css";
import { useListInParts } from "../foundation/api/list-parts.ts";
import { FetchedInParts } from "../ui/fetched.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { AdminListPage } from "./admin-list-page.tsx";
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
