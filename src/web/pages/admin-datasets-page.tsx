import { useSearchParams } from "react-router";
import { datasetSorts } from "../../contract/table-sorts.ts";
import { rowsPerPart, useListInParts } from "../api/list-parts.ts";
import { FetchedInParts } from "../components/fetched.tsx";
import { sortOfAddress } from "../components/table-sort.ts";
import { DatasetsTable } from "../features/admin/datasets-table.tsx";
import { chosenOrganization } from "../shell/organization-switch.tsx";
import { t } from "../texts/admin.ts";
import { AdminListPage } from "./admin-list-page.tsx";

export function AdminDatasetsPage() {
  return (
    <AdminListPage leastRole="coordinator" title={t("admin.datasets.title")} lead={t("admin.datasets.lead")}>
      <Datasets />
    </AdminListPage>
  );
}

function Datasets() {
  const [search] = useSearchParams();
  const list = useListInParts("listDatasets", {
    query: { ...chosenOrganization(search), sort: sortOfAddress(search, datasetSorts), limit: rowsPerPart },
  });
  return (
    <FetchedInParts list={list} empty={t("admin.datasets.none")}>
      {(datasets) => <DatasetsTable datasets={datasets} />}
    </FetchedInParts>
  );
}
