import { useApplications } from "../api/admin.ts";
import { Button } from "../components/button.tsx";
import { Fetched } from "../components/fetched.tsx";
import { ApplicationsTable } from "../features/admin/applications-table.tsx";
import { AdminOnly } from "../shell/admin-only.tsx";
import styles from "./admin-page.module.css";

export function AdminApplicationsPage() {
  return (
    <AdminOnly title="Applications">
      <h1>Applications</h1>
      <p className={styles.lead}>Who joined which quest, the newest first.</p>
      <Applications />
    </AdminOnly>
  );
}

function Applications() {
  const { items, error, reload, hasMore, isLoadingMore, loadMore } = useApplications();
  return (
    <>
      <Fetched items={items} error={error} onRetry={() => void reload()} empty="Nobody has joined a quest yet.">
        {(applications) => <ApplicationsTable applications={applications} />}
      </Fetched>
      {hasMore ? (
        <Button busy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
