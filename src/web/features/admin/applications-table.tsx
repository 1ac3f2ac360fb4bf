import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/admin.ts";
import type { Application } from "../../../contract/participations.ts";
import { paths } from "../../foundation/paths.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Instant } from "../../ui/instant.tsx";
import { Pill } from "../../ui/pill.tsx";

export function ApplicationsTable({ applications }: { applications: readonly Application[] }) {
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
