import Ruler from "lucide-react/icons/ruler";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId, useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import { spacingReasonLength } from "../../../contract/limits.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { metersWords } from "../../ui/position-words.tsx";
import { type Distance, type OwnPlace, spacingOf } from "./spacing.ts";
import styles from "./spacing-coach.module.css";
import { SpacingMap } from "./spacing-map.tsx";

const nameOf = ({ number }: OwnPlace) =>
  number === undefined ? t("position.spacing.waits") : t("position.spacing.number", { number });

const wordsOf = ({ to, meters, uncertaintyMeters }: Distance) => ({
  name: nameOf(to),
  distance: metersWords(meters),
  uncertainty: metersWords(uncertaintyMeters),
});

/** Shows the distance to the volunteer's other data points. Asks for a reason if one is too close. */
export function SpacingCoach({
  measurement,
  own,
  spacingMeters,
}: {
  measurement: Measuring<PointRecord>;
  own: readonly OwnPlace[];
  spacingMeters: number;
}) {
  const { point, device } = useMeasured(measurement);
  const place = point.position ?? (device.fix?.isRemembered ? undefined : device.fix);
  const spacing = place && spacingOf(place, own, spacingMeters);
  if (!place || !spacing) return null;
  const { last, nearest, isTooClose, isUnsure } = spacing;
  const asked = metersWords(spacingMeters);
  return (
    <section className={styles.coach} aria-label={t("position.spacing.title")} data-close={isTooClose || undefined}>
      <SpacingMap
        place={place}
        own={own}
        spacingMeters={spacingMeters}
        label={t("position.spacing.map", { spacing: asked })}
      />
      <div className={`muted small figures ${styles.words}`}>
        <p className={`text-16 strong ${styles.verdict}`} role="status">
          {isTooClose || isUnsure ? <TriangleAlert aria-hidden="true" /> : <Ruler aria-hidden="true" />}
          <span>
            {isTooClose
              ? nearest.to.number === undefined
                ? t("position.spacing.closeWaiting", { distance: metersWords(nearest.meters), spacing: asked })
                : t("position.spacing.close", {
                    distance: metersWords(nearest.meters),
                    number: nearest.to.number,
                    spacing: asked,
                  })
              : isUnsure
                ? t("position.spacing.unsure", { spacing: asked })
                : t("position.spacing.farEnough", { spacing: asked })}
          </span>
        </p>
        {last === nearest && !isTooClose ? <p>{t("position.spacing.lastIsNearest", wordsOf(last))}</p> : null}
        {isTooClose ? <p>{t("position.spacing.uncertain", wordsOf(nearest))}</p> : null}
        {last === nearest ? null : <p>{t("position.spacing.last", wordsOf(last))}</p>}
        {last === nearest || isTooClose ? null : <p>{t("position.spacing.nearest", wordsOf(nearest))}</p>}
      </div>
      {isTooClose ? (
        <Reason
          reason={point.spacingReason}
          onReason={(spacingReason) => measurement.change((before) => ({ ...before, spacingReason }))}
        />
      ) : null}
    </section>
  );
}

const other = "other";

/** A reason from the list, or free text. Reviewers see the text. */
function Reason({ reason, onReason }: { reason: string | null; onReason: (reason: string | null) => void }) {
  const id = useId();
  const offered = [
    t("position.spacing.reason.dense"),
    t("position.spacing.reason.again"),
    t("position.spacing.reason.rough"),
    t("position.spacing.reason.asked"),
  ];
  const [isOther, setIsOther] = useState(() => reason !== null && !offered.includes(reason));
  return (
    <div className={`stack gap-8 ${styles.reason}`}>
      <label className="strong" htmlFor={id}>
        {t("position.spacing.reason")}
      </label>
      <select
        className="wide"
        id={id}
        value={isOther ? other : (reason ?? "")}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setIsOther(value === other);
          onReason(value === other || value === "" ? null : value);
        }}
      >
        <option value="">{t("position.spacing.reason.none")}</option>
        {offered.map((words) => (
          <option key={words} value={words}>
            {words}
          </option>
        ))}
        <option value={other}>{t("position.spacing.reason.other")}</option>
      </select>
      {isOther ? (
        <input
          className="wide"
          type="text"
          aria-label={t("position.spacing.reason.words")}
          placeholder={t("position.spacing.reason.words")}
          maxLength={spacingReasonLength}
          value={reason ?? ""}
          onChange={(event) => onReason(event.currentTarget.value === "" ? null : event.currentTarget.value)}
        />
      ) : null}
    </div>
  );
}
