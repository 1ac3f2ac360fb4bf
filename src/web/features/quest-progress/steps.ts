import type { QuestProgress } from "../../../contract/quest-progress.ts";

export type Step = QuestProgress["series"][number];

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
