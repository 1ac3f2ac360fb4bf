import { useState } from "react";
import type { QuestProgress } from "../../../contract/quest-progress.ts";
import { Button } from "../../components/button.tsx";
import { formatDate } from "../../components/dates.ts";
import { formatCount } from "../../components/numbers.ts";
import { Table } from "../../components/table.tsx";
import { t } from "../../texts/progress.ts";
import styles from "./progress.module.css";
import { StepChart } from "./step-chart.tsx";
import { fillSteps, type Step } from "./steps.ts";

const parts = [
  { key: "accepted", of: (step: Step) => step.accepted },
  { key: "open", of: (step: Step) => step.measured - step.accepted - step.denied },
  { key: "denied", of: (step: Step) => step.denied },
] as const;
const joined = [{ key: "joined", of: (step: Step) => step.joined }] as const;

/** What was measured and decided and who joined, as bars and as a table. */
export function OverTime({ progress }: { progress: QuestProgress }) {
  const [showsTable, setShowsTable] = useState(false);
  const steps = fillSteps(progress, new Date().toISOString().slice(0, 10));
  const { unit } = progress;
  return (
    <>
      <p className={styles.hint}>{t("progress.overTime.hint")}</p>
      <StepChart title={t("progress.measuredBy", { unit })} steps={steps} parts={parts} />
      <ul className={styles.legend}>
        {parts.map(({ key }) => (
          <li key={key} data-part={key}>
            {t(`progress.${key}`)}
          </li>
        ))}
      </ul>
      <StepChart title={t("progress.joinedBy", { unit })} steps={steps} parts={joined} />
      <div>
        <Button aria-expanded={showsTable} onClick={() => setShowsTable(!showsTable)}>
          {t(showsTable ? "progress.table.hide" : "progress.table.show")}
        </Button>
      </div>
      {showsTable ? <StepTable progress={progress} /> : null}
    </>
  );
}

const counts = ["joined", "measured", "accepted", "denied"] as const;

function StepTable({ progress: { unit, series } }: { progress: QuestProgress }) {
  return (
    <Table label={t("progress.overTime.table")}>
      <thead>
        <tr>
          <th>{t(unit === "week" ? "progress.week" : "progress.day")}</th>
          {counts.map((key) => (
            <th key={key} className={styles.number}>
              {t(`progress.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...series].reverse().map((step) => (
          <tr key={step.from}>
            <th scope="row">
              <time dateTime={step.from}>{formatDate(step.from)}</time>
            </th>
            {counts.map((key) => (
              <td key={key} className={styles.number}>
                {formatCount(step[key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
