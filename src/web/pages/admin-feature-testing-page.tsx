import { t } from "../../../generated/web-texts/admin.ts";
import { GpsReportsTable } from "../features/admin/gps-reports-table.tsx";
import { useCall } from "../foundation/api/use-call.ts";
import { Fetched } from "../ui/fetched.tsx";
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
