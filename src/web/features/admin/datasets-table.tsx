import Download from "lucide-react/icons/download";
import { useState } from "react";
import { Link } from "react-router";
import type { Dataset } from "../../../contract/datasets.ts";
import type { SampleState } from "../../../contract/enums.ts";
import { downloadDataset } from "../../api/admin.ts";
import { sentenceOf } from "../../api/api-error.ts";
import { Banner } from "../../components/banner.tsx";
import { Button } from "../../components/button.tsx";
import { announce } from "../../components/live-region.tsx";
import { QuestTypePill } from "../../components/quest-type.tsx";
import { numeric, Table } from "../../components/table.tsx";
import { paths } from "../../paths.ts";
import styles from "./datasets-table.module.css";

const states = [
  { state: "pending", label: "Pending" },
  { state: "accepted", label: "Accepted" },
  { state: "denied", label: "Denied" },
  { state: "change_requested", label: "Change requested" },
] as const satisfies { state: SampleState; label: string }[];

type Format = "csv" | "geojson";
const formats: { format: Format; label: string }[] = [
  { format: "csv", label: "CSV" },
  { format: "geojson", label: "GeoJSON" },
];

/** Quests with their counts of data points by review state; what was accepted can be downloaded. */
export function DatasetsTable({ datasets }: { datasets: readonly Dataset[] }) {
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();

  async function download(dataset: Dataset, format: Format) {
    setBusy(`${dataset.quest_id}/${format}`);
    setProblem(undefined);
    try {
      saveFile(await downloadDataset(dataset.quest_id, format), `quest-${dataset.quest_id}-accepted.${format}`);
      announce("Downloaded");
    } catch (error) {
      setProblem(`The dataset was not downloaded. ${sentenceOf(error)}`);
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
      <Table label="Datasets">
        <thead>
          <tr>
            <th scope="col">Quest</th>
            <th scope="col">Type</th>
            {states.map(({ state, label }) => (
              <th key={state} scope="col" className={numeric}>
                {label}
              </th>
            ))}
            <th scope="col">Accepted data points</th>
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
              {states.map(({ state, label }) => (
                <td key={state} className={numeric}>
                  {dataset[state] > 0 ? (
                    <Link
                      to={`${paths.adminSamples}?state=${state}&quest=${dataset.quest_id}`}
                      aria-label={`${dataset[state]} ${label.toLowerCase()}, ${dataset.quest_name}`}
                    >
                      {dataset[state]}
                    </Link>
                  ) : (
                    <span className={styles.zero}>0</span>
                  )}
                </td>
              ))}
              <td>
                <div className={styles.downloads}>
                  {formats.map(({ format, label }) => (
                    <Button
                      key={format}
                      small
                      icon={<Download aria-hidden="true" />}
                      busy={busy === `${dataset.quest_id}/${format}`}
                      disabled={dataset.accepted === 0}
                      aria-label={`${label} of ${dataset.quest_name}`}
                      onClick={() => void download(dataset, format)}
                    >
                      {label}
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

function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file once the press is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
