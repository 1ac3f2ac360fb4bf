import { t } from "../../../generated/web-texts/admin.ts";
import type { PoorGpsReport } from "../../contract/field-tests.ts";
import styles from "../features/admin/gps-reports-table.module.css";
import { staticMapAddress } from "../foundation/api/feature-tests.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Fetched } from "../ui/fetched.tsx";
import { AdminListPage } from "./desk/admin-only.tsx";

export function AdminFeatureTestingPage() {
  return (
    <AdminListPage title={t("admin.featureTesting.title")} lead={t("admin.featureTesting.lead")}>
      <Reports />
    </AdminListPage>
  );
}

function Reports() {
  const { data, error, mutate } = useCall("listPoorGpsReports", {});
  return (
    <Fetched items={data} error={error} onRetry={() => void mutate()} empty={t("admin.featureTesting.none")}>
      {(reports) => <GpsReportsTable reports={reports} />}
    </Fetched>
  );
}

/** Wrong positions reported by feature testers. */
function GpsReportsTable({ reports }: { reports: readonly PoorGpsReport[] }) {
  return <DataTable label={t("admin.gpsReports")} rows={reports} rowKey={({ id }) => id} columns={columnsOf()} />;
}

const columnsOf = (): Column<PoorGpsReport>[] => [
  {
    key: "coordinates",
    label: t("admin.gpsReports.column.coordinates"),
    className: "nowrap",
    isVerbatim: true,
    cell: ({ coordinates }) => coordinates.join(", "),
  },
  {
    key: "location",
    label: t("admin.gpsReports.column.location"),
    kind: "name",
    className: styles.words,
    sortBy: ({ location }) => location,
    cell: ({ location }) => location,
  },
  {
    key: "details",
    label: t("admin.gpsReports.column.details"),
    className: styles.words,
    sortBy: ({ details }) => details,
    cell: ({ details }) => details ?? t("admin.gpsReports.noDetails"),
  },
  {
    key: "solved",
    label: t("admin.gpsReports.column.highAccuracySolved"),
    sortBy: ({ highAccuracySolved }) => Number(highAccuracySolved),
    cell: ({ highAccuracySolved }) => yesOrNo(highAccuracySolved),
  },
  {
    key: "native",
    label: t("admin.gpsReports.column.sameAsNative"),
    sortBy: ({ sameAsNative }) => Number(sameAsNative),
    cell: ({ sameAsNative }) => yesOrNo(sameAsNative),
  },
  {
    key: "image",
    label: t("admin.gpsReports.column.image"),
    className: "nowrap",
    cell: ({ coordinates, location }) => (
      <a
        href={staticMapAddress(coordinates)}
        target="_blank"
        rel="noreferrer"
        aria-label={t("admin.gpsReports.mapOf", { location })}
      >
        {t("admin.gpsReports.map")}
      </a>
    ),
  },
];

const yesOrNo = (isSo: boolean) => t(isSo ? "admin.gpsReports.yes" : "admin.gpsReports.no");
