import Check from "lucide-react/icons/check";
import { Link, useSearchParams } from "react-router";
import { rich, t } from "../../../generated/web-texts/admin.ts";
import { applicationSorts } from "../../contract/desk-tables.ts";
import type { Application } from "../../contract/participations.ts";
import { ImportBundle } from "../features/rescue/import-bundle.tsx";
import { rowsPerPart, useListInParts } from "../foundation/api/list-parts.ts";
import { parseId } from "../foundation/api/quests.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { FetchedInParts } from "../ui/fetched.tsx";
import { Instant } from "../ui/instant.tsx";
import { Pill } from "../ui/pill.tsx";
import { sortOfAddress } from "../ui/table-sort.ts";
import { AdminListPage } from "./desk/admin-only.tsx";
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
            link: (words) => <Link to={deskPaths.applications}>{words}</Link>,
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

function ApplicationsTable({ applications }: { applications: readonly Application[] }) {
  return (
    <DataTable
      label={t("admin.applications.title")}
      rows={applications}
      rowKey={({ quest_id, adventurer_id }) => `${quest_id}/${adventurer_id}`}
      columns={columnsOf()}
    />
  );
}

const columnsOf = (): Column<Application>[] => [
  {
    key: "adventurer",
    label: t("admin.applications.column.adventurer"),
    kind: "name",
    sortBy: "server",
    isVerbatim: true,
    cell: ({ adventurer_id }) => adventurer_id,
  },
  {
    key: "quest",
    label: t("admin.applications.column.quest"),
    sortBy: "server",
    cell: ({ quest_id, quest_name }) => (
      <Link to={paths.quest(quest_id)}>
        <bdi>{quest_name}</bdi>
      </Link>
    ),
  },
  {
    key: "joined",
    label: t("admin.applications.column.joined"),
    sortBy: "server",
    cell: ({ joined_at }) => <Instant of={joined_at} />,
  },
  {
    key: "status",
    label: t("admin.applications.column.status"),
    sortBy: "server",
    cell: ({ status }) =>
      status === "completed" ? (
        <Pill tone="ok" icon={<Check aria-hidden="true" />}>
          {t("admin.applications.completed")}
        </Pill>
      ) : (
        <Pill>{status === "in_progress" ? t("admin.applications.inProgress") : status}</Pill>
      ),
  },
  {
    key: "completed",
    label: t("admin.applications.column.completed"),
    sortBy: "server",
    cell: ({ completed_at }) =>
      completed_at === null ? t("admin.applications.notCompleted") : <Instant of={completed_at} />,
  },
];
