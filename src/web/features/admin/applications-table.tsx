import Check from "lucide-react/icons/check";
import { Link } from "react-router";
import type { Application } from "../../../contract/participations.ts";
import { Pill } from "../../components/pill.tsx";
import { Table, wide } from "../../components/table.tsx";
import { paths } from "../../paths.ts";

/** Who joined which quest and when. */
export function ApplicationsTable({ applications }: { applications: readonly Application[] }) {
  return (
    <Table label="Applications">
      <thead>
        <tr>
          <th scope="col">Adventurer</th>
          <th scope="col">Quest</th>
          <th scope="col">Joined</th>
          <th scope="col">Status</th>
          <th scope="col">Completed</th>
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
                  completed
                </Pill>
              ) : (
                <Pill>{application.status.replaceAll("_", " ")}</Pill>
              )}
            </td>
            <td>{application.completed_at ? <Instant of={application.completed_at} /> : "not yet"}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Instant({ of }: { of: string }) {
  return (
    <time dateTime={of}>{new Date(of).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}</time>
  );
}
