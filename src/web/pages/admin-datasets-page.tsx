import { useDatasets } from "../api/admin.ts";
import { Button } from "../components/button.tsx";
import { Fetched } from "../components/fetched.tsx";
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
  const { items, error, reload, hasMore, isLoadingMore, loadMore } = useDatasets();
  return (
    <>
      <Fetched items={items} error={error} onRetry={() => void reload()} empty="There are no quests yet.">
        {(datasets) => <DatasetsTable datasets={datasets} />}
      </Fetched>
      {hasMore ? (
        <Button busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
