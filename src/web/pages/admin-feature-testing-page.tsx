import { useCall } from "../api/use-call.ts";
import { Fetched } from "../components/fetched.tsx";
import { GpsReportsTable } from "../features/admin/gps-reports-table.tsx";
import { t } from "../texts/admin.ts";
import { AdminListPage } from "./admin-list-page.tsx";

export function AdminFeatureTestingPage() {
  return (
    <AdminListPage title={t("admin.featureTesting.title")} lead={t("admin.featureTesting.lead")}>
      <Reports />
    </AdminListPage>
  );
}

function Reports() {
  const { data, error, mutate } = useCall("listPoorGpsReports", {});
  return (
    <Fetched items={data} error={error} onRetry={() => void mutate()} empty={t("admin.featureTesting.none")}>
      {(reports) => <GpsReportsTable reports={reports} />}
    </Fetched>
  );
}
