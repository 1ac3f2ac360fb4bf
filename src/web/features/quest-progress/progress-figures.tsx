import { t } from "../../../../generated/web-texts/progress.ts";
import type { QuestProgress } from "../../../contract/quest-progress.ts";
import { type Bar, BarChart, NumbersBelow } from "../../ui/charts.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./progress.module.css";

const parts = [
  { key: "accepted", of: (step: Step) => step.accepted },
  { key: "open", of: (step: Step) => step.measured - step.accepted - step.denied },
  { key: "denied", of: (step: Step) => step.denied },
] as const;
const joined = [{ key: "joined", of: (step: Step) => step.joined }];
const counts = ["joined", "measured", "accepted", "denied"] as const;

/** What was measured and decided and who joined, as bars and as a table. */
export function OverTime({ progress }: { progress: QuestProgress }) {
  const steps = fillSteps(progress, new Date().toISOString().slice(0, 10));
  const { unit, series } = progress;
  return (
    <>
      <p className="muted">{t("progress.overTime.hint")}</p>
      <BarChart title={t("progress.measuredBy", { unit })} bars={barsOf(steps, parts)} />
      <ul className={`cluster gap-4 across-16 small ${styles.legend}`}>
        {parts.map(({ key }) => (
          <li key={key} className="row center gap-8" data-part={key}>
            {t(`progress.${key}`)}
          </li>
        ))}
      </ul>
      <BarChart title={t("progress.joinedBy", { unit })} bars={barsOf(steps, joined)} />
      <NumbersBelow
        label={t("progress.overTime")}
        columns={[t(unit === "week" ? "progress.week" : "progress.day"), ...counts.map((key) => t(`progress.${key}`))]}
        rows={[...series].reverse().map((step) => ({
          key: step.from,
          heading: <time dateTime={step.from}>{formatDate(step.from)}</time>,
          cells: counts.map((key) => formatCount(step[key])),
        }))}
      />
    </>
  );
}

const barsOf = (steps: readonly Step[], of: readonly { key: string; of: (step: Step) => number }[]): Bar[] =>
  steps.map((step) => ({
    label: formatDate(step.from),
    parts: of.map((part) => ({ key: part.key, count: part.of(step) })),
  }));

type Step = QuestProgress["series"][number];

const dayMs = 24 * 60 * 60_000;
/** So that the bar of a single day isn't as wide as the page. */
const stepsMin = 28;

/** One step after another up to today, with those in which nothing happened. */
export function fillSteps({ unit, series }: Pick<QuestProgress, "unit" | "series">, today: string): Step[] {
  const stepMs = unit === "week" ? 7 * dayMs : dayMs;
  const happened = new Map(series.map((step) => [step.from, step]));
  const first = Date.parse(series[0]?.from ?? today);
  // Weeks begin where the first one does.
  const last = Math.max(
    first + Math.floor((Date.parse(today) - first) / stepMs) * stepMs,
    Date.parse(series.at(-1)?.from ?? today),
  );
  const begin = Math.min(first, last - (stepsMin - 1) * stepMs);
  const steps: Step[] = [];
  for (let time = begin; time <= last; time += stepMs) {
    const from = new Date(time).toISOString().slice(0, 10);
    steps.push(happened.get(from) ?? { from, joined: 0, measured: 0, accepted: 0, denied: 0, change_requested: 0 });
  }
  return steps;
}

/** The headline figures. */
export function ProgressFigures({ progress }: { progress: QuestProgress }) {
  const { joined, measured, accepted, denied, pending, change_requested, median_decision_hours: median } = progress;
  const target = progress.target_total;
  const share = (count: number) =>
    measured > 0 ? t("progress.share", { percent: Math.round((100 * count) / measured) }) : undefined;
  return (
    <Figures>
      <Figure label={t("progress.joined")}>{formatCount(joined)}</Figure>
      <Figure label={t("progress.measured")}>{formatCount(measured)}</Figure>
      <Figure
        label={t("progress.accepted")}
        aside={target === null ? share(accepted) : t("progress.wanted", { target: formatCount(target) })}
      >
        {formatCount(accepted)}
      </Figure>
      <Figure label={t("progress.denied")} aside={share(denied)}>
        {formatCount(denied)}
      </Figure>
      <Figure label={t("progress.pending")}>{formatCount(pending)}</Figure>
      <Figure label={t("progress.returned")}>{formatCount(change_requested)}</Figure>
      <Figure label={t("progress.median")}>{median === null ? t("progress.median.none") : waitWords(median)}</Figure>
    </Figures>
  );
}

/** `40 minutes`, `3 hours`, `2 days` */
function waitWords(hours: number): string {
  if (hours < 2) return t("progress.minutes", { count: Math.round(hours * 60) });
  if (hours < 48) return t("progress.hours", { count: Math.round(hours) });
  return t("progress.days", { count: Math.round(hours / 24) });
}
