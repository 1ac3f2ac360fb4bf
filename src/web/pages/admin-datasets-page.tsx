import { useDatasets } from "../api/admin.ts";
import { FetchedInParts } from "../components/fetched.tsx";
import { DatasetsTable } from "../features/admin/datasets-table.tsx";
import { AdminOnly } from "../shell/admin-only.tsx";
import styles from "./admin-page.module.css";

export function AdminDatasetsPage() {
  return (
    <AdminOnly title="Datasets">
      <h1>Datasets</h1>
      <p className={styles.lead}>Data points by review state. What was accepted can be downloaded.</p>
      <Datasets />
    </AdminOnly>
  );
}

function Datasets() {
  return (
    <FetchedInParts list={useDatasets()} empty="There are no quests yet.">
      {(datasets) => <DatasetsTable datasets={datasets} />}
    </FetchedInParts>
  );
}
