import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import type { Application } from "../../../contract/participations.ts";
import { formatMoment } from "../../components/dates.ts";
import { Pill } from "../../components/pill.tsx";
import { Table, wide } from "../../components/table.tsx";
import { paths } from "../../paths.ts";
import { t } from "../../texts/admin.ts";

/** Who joined which quest and when. */
export function ApplicationsTable({ applications }: { applications: readonly Application[] }) {
  return (
    <Table label={t("admin.applications.title")}>
      <thead>
        <tr>
          <th scope="col">{t("admin.applications.column.adventurer")}</th>
          <th scope="col">{t("admin.applications.column.quest")}</th>
          <th scope="col">{t("admin.applications.column.joined")}</th>
          <th scope="col">{t("admin.applications.column.status")}</th>
          <th scope="col">{t("admin.applications.column.completed")}</th>
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <tr key={`${application.quest_id}/${application.adventurer_id}`}>
            <th scope="row">{application.adventurer_id}</th>
            <td className={wide}>
              <Link to={paths.quest(application.quest_id)}>{application.quest_name}</Link>
            </td>
            <td>
              <Instant of={application.joined_at} />
            </td>
            <td>
              {application.status === "completed" ? (
                <Pill tone="ok" icon={<Check aria-hidden="true" />}>
                  {t("admin.applications.completed")}
                </Pill>
              ) : (
                <Pill>{t("admin.applications.inProgress")}</Pill>
              )}
            </td>
            <td>
              {application.completed_at ? (
                <Instant of={application.completed_at} />
              ) : (
                t("admin.applications.notCompleted")
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Instant({ of }: { of: string }) {
  return <time dateTime={of}>{formatMoment(of)}</time>;
}
