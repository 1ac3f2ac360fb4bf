import { useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/admin.ts";
import { datasetSorts } from "../../contract/table-sorts.ts";
import { DatasetsTable } from "../features/admin/datasets-table.tsx";
import { rowsPerPart, useListInParts } from "../foundation/api/list-parts.ts";
import { FetchedInParts } from "../ui/fetched.tsx";
import { sortOfAddress } from "../ui/table-sort.ts";
import { AdminListPage } from "./admin-list-page.tsx";
import { chosenOrganization } from "./desk/organization-switch.tsx";

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
