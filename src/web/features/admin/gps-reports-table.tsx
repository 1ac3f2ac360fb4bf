import type { PoorGpsReport } from "../../../contract/gps-reports.ts";
import { Table } from "../../components/table.tsx";
import styles from "./gps-reports-table.module.css";

/** What feature testers said of positions that were wrong. */
export function GpsReportsTable({
  reports,
  staticMapAddress,
}: {
  reports: readonly PoorGpsReport[];
  staticMapAddress: (coordinates: PoorGpsReport["coordinates"]) => string;
}) {
  return (
    <Table label="Bad GPS identifications">
      <thead>
        <tr>
          <th scope="col">Coordinates</th>
          <th scope="col">Location</th>
          <th scope="col">Details</th>
          <th scope="col">Solved By High Accuracy Setting</th>
          <th scope="col">Location Same on Native App</th>
          <th scope="col">Image url</th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <td className={styles.exact}>{report.coordinates.join(", ")}</td>
            <th scope="row" className={styles.words}>
              {report.location}
            </th>
            <td className={styles.words}>{report.details ?? "none"}</td>
            <td>{report.highAccuracySolved ? "yes" : "no"}</td>
            <td>{report.sameAsNative ? "yes" : "no"}</td>
            <td className={styles.exact}>
              <a
                href={staticMapAddress(report.coordinates)}
                target="_blank"
                rel="noreferrer"
                aria-label={`Static map of ${report.location}`}
              >
                static map
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
