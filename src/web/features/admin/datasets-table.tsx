import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link } from "react-router";
import type { Dataset } from "../../../contract/datasets.ts";
import { type DatasetFormat, datasetFormats, sampleStates } from "../../../contract/enums.ts";
import { downloadDataset } from "../../api/admin.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { formatNumber } from "../../components/numbers.ts";
import { QuestTypePill } from "../../components/quest-type.tsx";
import { saveFile } from "../../components/save-file.ts";
import { numeric, Table } from "../../components/table.tsx";
import { paths } from "../../paths.ts";
import { t } from "../../texts/admin.ts";
import styles from "./datasets-table.module.css";

const formatNames: Record<DatasetFormat, string> = { csv: "CSV", geojson: "GeoJSON" };

/** Quests with their counts of data points by review state; what was accepted can be downloaded. */
export function DatasetsTable({ datasets }: { datasets: readonly Dataset[] }) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function download(dataset: Dataset, format: DatasetFormat) {
    setBusy(`${dataset.quest_id}/${format}`);
    setProblem(undefined);
    try {
      saveFile(await downloadDataset(dataset.quest_id, format), `quest-${dataset.quest_id}-accepted.${format}`);
      announce(t("admin.datasets.downloaded"));
    } catch (error) {
      setProblem(t("admin.datasets.downloadFailed", { reason: sentenceOf(error) }));
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <>
      {problem ? (
        <Banner tone="danger" onClose={() => setProblem(undefined)}>
          {problem}
        </Banner>
      ) : null}
      <Table label={t("admin.datasets.title")}>
        <thead>
          <tr>
            <th scope="col">{t("admin.datasets.column.quest")}</th>
            <th scope="col">{t("admin.datasets.column.type")}</th>
            {sampleStates.map((state) => (
              <th key={state} scope="col" className={numeric}>
                {t(`admin.datasets.column.${state}`)}
              </th>
            ))}
            <th scope="col">{t("admin.datasets.column.downloads")}</th>
          </tr>
        </thead>
        <tbody>
          {datasets.map((dataset) => (
            <tr key={dataset.quest_id}>
              <th scope="row" className={styles.name}>
                {dataset.quest_name}
              </th>
              <td>
                <QuestTypePill type={dataset.quest_type} />
              </td>
              {sampleStates.map((state) => (
                <td key={state} className={numeric}>
                  {dataset[state] > 0 ? (
                    <Link
                      to={`${paths.adminSamples}?state=${state}&quest=${dataset.quest_id}`}
                      aria-label={t(`admin.datasets.count.${state}`, {
                        count: dataset[state],
                        questName: dataset.quest_name,
                      })}
                    >
                      {formatNumber(dataset[state])}
                    </Link>
                  ) : (
                    <span className={styles.zero}>{formatNumber(0)}</span>
                  )}
                </td>
              ))}
              <td>
                <div className={styles.downloads}>
                  {datasetFormats.map((format) => (
                    <Button
                      key={format}
                      small
                      icon={<Download aria-hidden="true" />}
                      busy={busy === `${dataset.quest_id}/${format}`}
                      disabled={dataset.accepted === 0}
                      aria-label={t("admin.datasets.download", {
                        format: formatNames[format],
                        questName: dataset.quest_name,
                      })}
                      onClick={() => void download(dataset, format)}
                    >
                      {formatNames[format]}
                    </Button>
                  ))}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
