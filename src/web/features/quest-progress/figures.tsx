import { t } from "../../../../generated/web-texts/progress.ts";
import type { QuestProgress } from "../../../contract/quest-progress.ts";
import { Figure, Figures } from "../../ui/figures.tsx";
import { formatCount } from "../../ui/numbers.ts";

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
