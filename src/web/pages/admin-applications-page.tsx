import { useApplications } from "../api/admin.ts";
import { FetchedInParts } from "../components/fetched.tsx";
import { useWholeListWhenSorted } from "../components/table-sort.ts";
import { ApplicationsTable } from "../features/admin/applications-table.tsx";
import { t } from "../texts/admin.ts";
import { AdminListPage } from "./admin-list-page.tsx";

export function AdminApplicationsPage() {
  return (
    <AdminListPage title={t("admin.applications.title")} lead={t("admin.applications.lead")}>
      <Applications />
    </AdminListPage>
  );
}

function Applications() {
  const list = useApplications();
  useWholeListWhenSorted(list);
  return (
    <FetchedInParts list={list} empty={t("admin.applications.none")}>
      {(applications) => <ApplicationsTable applications={applications} />}
    </FetchedInParts>
  );
}
