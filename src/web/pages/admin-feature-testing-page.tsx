import { usePoorGpsReports } from "../api/admin.ts";
import { staticMapAddress } from "../api/feature-tests.ts";
import { Fetched } from "../components/fetched.tsx";
import { GpsReportsTable } from "../features/admin/gps-reports-table.tsx";
import { AdminOnly } from "../shell/admin-only.tsx";
import styles from "./admin-page.module.css";

export function AdminFeatureTestingPage() {
  return (
    <AdminOnly title="Feature testing">
      <h1>Feature testing</h1>
      <p className={styles.lead}>Bad GPS identifications that testers have flagged.</p>
      <Reports />
    </AdminOnly>
  );
}

function Reports() {
  const { data, error, mutate } = usePoorGpsReports();
  return (
    <Fetched
      items={data}
      error={error}
      onRetry={() => void mutate()}
      empty="No bad GPS identification has been flagged."
    >
      {(reports) => <GpsReportsTable reports={reports} staticMapAddress={staticMapAddress} />}
    </Fetched>
  );
}
