import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/admin.ts";
import type { Dataset, FurtherExport } from "../../contract/datasets.ts";
import { type DatasetFormat, datasetFormats } from "../../contract/desk-enums.ts";
import { datasetSorts } from "../../contract/desk-tables.ts";
import { type SampleState, sampleStates } from "../../contract/enums.ts";
import { call } from "../foundation/api/client.ts";
import { rowsPerPart, useListInParts } from "../foundation/api/list-parts.ts";
import { useAction } from "../foundation/api/use-action.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { saveFrom } from "../foundation/phone/save-file.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { FetchedInParts } from "../ui/fetched.tsx";
import { announce } from "../ui/live-region.tsx";
import { formatCount, formatList } from "../ui/numbers.ts";
import { QuestTypePill } from "../ui/quest-type.tsx";
import { sortOfAddress } from "../ui/table-sort.ts";
import styles from "./admin-datasets-page.module.css";
import { AdminListPage } from "./desk/admin-only.tsx";
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

const formatName = (format: DatasetFormat) =>
  ({ csv: "CSV", geojson: "GeoJSON", dictionary: t("admin.datasets.dictionary") })[format];

/** `CSV: birds`, `GeoJSON: plots, outline` */
function exportName({ format, group, geometry }: FurtherExport): string {
  const keys = [group, geometry].filter((key) => key !== undefined);
  if (keys.length === 0) return formatName(format);
  return t("admin.datasets.further", { format: formatName(format), keys: formatList(keys) });
}

const nameOfDownload = ({ quest_id: id }: Dataset, { format, group, geometry }: FurtherExport) =>
  [id, format, group, geometry].join("/");

/** Quests with their data points by review state, and downloads of the accepted ones. */
function DatasetsTable({ datasets }: { datasets: readonly Dataset[] }) {
  const [started, setStarted] = useState<string>();
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("admin.datasets.downloadFailed", { reason }));

  const download = (dataset: Dataset, query: FurtherExport) =>
    run(async () => {
      setStarted(nameOfDownload(dataset, query));
      const { address } = await call("signExport", { params: { id: dataset.quest_id }, query });
      saveFrom(address);
      announce(t("admin.datasets.downloaded"));
    });

  const downloadButton = (dataset: Dataset, query: FurtherExport) => (
    <Button
      key={nameOfDownload(dataset, query)}
      small
      icon={<Download aria-hidden="true" />}
      busy={isBusy && started === nameOfDownload(dataset, query)}
      disabled={dataset.accepted === 0 && query.format !== "dictionary"}
      aria-label={t("admin.datasets.download", { format: exportName(query), questName: dataset.quest_name })}
      onClick={() => void download(dataset, query)}
    >
      {exportName(query)}
    </Button>
  );

  return (
    <>
      <Banner tone="danger" onClose={dismiss}>
        {problem}
      </Banner>
      <DataTable
        label={t("admin.datasets.title")}
        rows={datasets}
        rowKey={({ quest_id }) => quest_id}
        columns={[
          {
            key: "quest",
            label: t("admin.datasets.column.quest"),
            kind: "name",
            className: styles.name,
            sortBy: "server",
            cell: ({ quest_name }) => quest_name,
          },
          {
            key: "type",
            label: t("admin.datasets.column.type"),
            sortBy: "server",
            cell: ({ quest_type }) => <QuestTypePill type={quest_type} />,
          },
          ...sampleStates.map(countColumn),
          {
            key: "downloads",
            label: t("admin.datasets.column.downloads"),
            className: styles.downloadCell,
            cell: (dataset) => (
              <>
                <div className={`cluster gap-8 nowrap ${styles.downloads}`}>
                  {datasetFormats.map((format) => downloadButton(dataset, { format }))}
                </div>
                {dataset.further_exports ? (
                  <div className={`cluster gap-8 ${styles.further}`}>
                    {dataset.further_exports.map((query) => downloadButton(dataset, query))}
                  </div>
                ) : null}
              </>
            ),
          },
        ]}
      />
    </>
  );
}

function countColumn(state: SampleState): Column<Dataset> {
  return {
    key: state,
    label: t(`admin.datasets.column.${state}`),
    kind: "number",
    sortBy: "server",
    cell: (dataset) =>
      dataset[state] > 0 ? (
        <Link
          to={`${deskPaths.samples}?state=${state}&quest=${dataset.quest_id}`}
          aria-label={t(`admin.datasets.count.${state}`, { count: dataset[state], questName: dataset.quest_name })}
        >
          {formatCount(dataset[state])}
        </Link>
      ) : (
        <span className="muted">{formatCount(0)}</span>
      ),
  };
}
