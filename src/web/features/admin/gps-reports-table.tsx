import type { PoorGpsReport } from "../../../contract/gps-reports.ts";
import { staticMapAddress } from "../../api/feature-tests.ts";
import { Table } from "../../components/table.tsx";
import { t } from "../../texts/admin.ts";
import styles from "./gps-reports-table.module.css";

/** The wrong positions that feature testers have reported. */
export function GpsReportsTable({ reports }: { reports: readonly PoorGpsReport[] }) {
  return (
    <Table label={t("admin.gpsReports")}>
      <thead>
        <tr>
          <th scope="col">{t("admin.gpsReports.column.coordinates")}</th>
          <th scope="col">{t("admin.gpsReports.column.location")}</th>
          <th scope="col">{t("admin.gpsReports.column.details")}</th>
          <th scope="col">{t("admin.gpsReports.column.highAccuracySolved")}</th>
          <th scope="col">{t("admin.gpsReports.column.sameAsNative")}</th>
          <th scope="col">{t("admin.gpsReports.column.image")}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <tr key={report.id}>
            <td className={styles.exact}>{report.coordinates.join(", ")}</td>
            <th scope="row" className={styles.words}>
              {report.location}
            </th>
            <td className={styles.words}>{report.details ?? t("admin.gpsReports.noDetails")}</td>
            <td>{yesOrNo(report.highAccuracySolved)}</td>
            <td>{yesOrNo(report.sameAsNative)}</td>
            <td className={styles.exact}>
              <a
                href={staticMapAddress(report.coordinates)}
                target="_blank"
                rel="noreferrer"
                aria-label={t("admin.gpsReports.mapOf", { location: report.location })}
              >
                {t("admin.gpsReports.map")}
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const yesOrNo = (isSo: boolean) => t(isSo ? "admin.gpsReports.yes" : "admin.gpsReports.no");
