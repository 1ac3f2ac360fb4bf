import History from "lucide-react/icons/history";
import { t } from "../../../../generated/web-texts/own.ts";
import type { QuestDataPoint } from "../../../contract/data-points.ts";
import { formatMoment } from "../../ui/dates.ts";
import { Instant } from "../../ui/instant.tsx";
import { Pill } from "../../ui/pill.tsx";

type Times = Pick<QuestDataPoint, "captured_at" | "created_at" | "edited_at" | "late">;

/** Beyond this, both the time of measuring and of uploading are shown. */
const apartMs = 5 * 60_000;

/** When it was measured, uploaded (if much later) and edited. */
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
