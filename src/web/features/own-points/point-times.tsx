import History from "lucide-react/icons/history";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { formatMoment } from "../../components/dates.ts";
import { Instant } from "../../components/instant.tsx";
import { Pill } from "../../components/pill.tsx";
import { t } from "../../texts/own.ts";

type Times = Pick<QuestDataPoint, "captured_at" | "created_at" | "edited_at" | "late">;

/** From here on it matters that a data point arrived later than it was measured. */
const apartMs = 5 * 60_000;

/** When it was measured; when it arrived, where that was much later; and when it was changed. */
export function PointTimes({ of: { captured_at, created_at, edited_at, late } }: { of: Times }) {
  const measuredAt = captured_at ?? created_at;
  const isApart = late || Math.abs(Date.parse(created_at) - Date.parse(measuredAt)) > apartMs;
  return (
    <>
      {isApart ? (
        <>
          <span>{t("own.point.measured", { time: formatMoment(measuredAt) })}</span>
          <span>{t("own.point.arrived", { time: formatMoment(created_at) })}</span>
        </>
      ) : (
        <Instant of={measuredAt} />
      )}
      {edited_at === null ? null : <span>{t("own.point.changed", { time: formatMoment(edited_at) })}</span>}
    </>
  );
}

export function LateMark() {
  return (
    <Pill tone="info" icon={<History aria-hidden="true" />}>
      {t("own.point.late")}
    </Pill>
  );
}
