import { useApplications } from "../api/admin.ts";
import { FetchedInParts } from "../components/fetched.tsx";
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
  return (
    <FetchedInParts list={useApplications()} empty="Nobody has joined a quest yet.">
      {(applications) => <ApplicationsTable applications={applications} />}
    </FetchedInParts>
  );
}
