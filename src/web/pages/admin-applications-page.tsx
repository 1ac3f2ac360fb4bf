import { Link, useSearchParams } from "react-router";
import { rich, t } from "../../../generated/web-texts/admin.ts";
import { applicationSorts } from "../../contract/table-sorts.ts";
import { ApplicationsTable } from "../features/admin/applications-table.tsx";
import { ImportBundle } from "../features/rescue/import-bundle.tsx";
import { rowsPerPart, useListInParts } from "../foundation/api/list-parts.ts";
import { parseId } from "../foundation/api/quests.ts";
import { paths } from "../foundation/paths.ts";
import { FetchedInParts } from "../ui/fetched.tsx";
import { sortOfAddress } from "../ui/table-sort.ts";
import { AdminListPage } from "./admin-list-page.tsx";
import { chosenOrganization } from "./desk/organization-switch.tsx";

/** All volunteers, or with `?quest=7&status=in_progress` those who have not completed the quest. */
export function AdminApplicationsPage() {
  const [search] = useSearchParams();
  const questId = search.get("status") === "in_progress" ? parseId(search.get("quest") ?? undefined) : undefined;
  return (
    <AdminListPage leastRole="coordinator" title={t("admin.applications.title")} lead={t("admin.applications.lead")}>
      {questId === undefined ? null : (
        <p>
          {rich("admin.applications.pendingOfQuest", {
            link: (words) => <Link to={paths.adminApplications}>{words}</Link>,
          })}
        </p>
      )}
      <Applications key={questId} questId={questId} />
      {questId === undefined ? <ImportBundle /> : null}
    </AdminListPage>
  );
}

function Applications({ questId }: { questId: number | undefined }) {
  const [search] = useSearchParams();
  const pending = questId === undefined ? {} : { quest_id: questId, status: "in_progress" as const };
  const list = useListInParts("listApplications", {
    query: {
      ...pending,
      ...chosenOrganization(search),
      sort: sortOfAddress(search, applicationSorts),
      limit: rowsPerPart,
    },
  });
  return (
    <FetchedInParts list={list} empty={t(`admin.applications.${questId === undefined ? "none" : "noneFound"}`)}>
      {(applications) => <ApplicationsTable applications={applications} />}
    </FetchedInParts>
  );
}
