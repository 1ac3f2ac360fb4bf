import { useId } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { metersBetween } from "../../../protocol/distance.ts";
import type { Measurement } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { PositionButtons } from "../../capture/positions/position-buttons.tsx";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { type AnswerRecord, photosOf } from "../../outbox/record.ts";
import { Choice } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { Accuracy, metersWords, placeOf, placeWords } from "../../ui/position-words.tsx";
import styles from "./answer-form.module.css";

/** From this distance on, the photo may have been taken elsewhere. */
const farMeters = 50;

/** The choice between the old position, that of the new photo, and another one. */
export function AnswerPosition({
  of: detail,
  measurement,
}: {
  of: Pick<ContributionDetail, "coordinates" | "accuracy">;
  measurement: Measurement<AnswerRecord>;
}) {
  const { point, device, isSaving } = useMeasured(measurement);
  const { position, keepsPosition } = point;
  const name = useId();
  const had = placeOf(detail.coordinates);
  const isGiven = position?.source === "map" || position?.source === "manual";
  const farFrom = position && had ? metersBetween(position, had) : 0;
  const takesNew = position !== null && !keepsPosition;
  const keep = (keepsOwn: boolean) => measurement.change((before) => ({ ...before, keepsPosition: keepsOwn }));
  return (
    <div className="stack gap-4">
      <Choice>
        <input type="radio" name={name} checked={!takesNew} disabled={isSaving} onChange={() => keep(true)} />
        <span className="dots figures">
          <span>{t("contributions.answer.position.keep")}</span>
          <span>{detail.coordinates && asFigures(detail.coordinates)}</span>
          <Accuracy meters={detail.accuracy} />
        </span>
      </Choice>
      {position ? (
        <Choice>
          <input type="radio" name={name} checked={takesNew} disabled={isSaving} onChange={() => keep(false)} />
          <span className="dots figures">
            <span>{t(isGiven ? "contributions.answer.position.given" : "contributions.answer.position.new")}</span>
            <span>{placeWords(position)}</span>
            <Accuracy meters={position.accuracyMeters} />
          </span>
        </Choice>
      ) : photosOf(point).length > 0 ? (
        <p role="status" className="muted">
          {t(`contributions.answer.position.${device.status === "searching" ? "searching" : "none"}`)}
        </p>
      ) : null}
      {takesNew && farFrom > farMeters ? (
        <p role="status" className={styles.far}>
          {t("contributions.answer.position.far", { distance: metersWords(farFrom) })}
        </p>
      ) : null}
      <PositionButtons
        near={position ?? had}
        disabled={isSaving}
        className={`cluster gap-8 ${styles.ways}`}
        onChoose={(chosen) => {
          measurement.choosePosition(chosen);
          keep(false);
          announce(t("contributions.answer.position.given"));
        }}
      />
    </div>
  );
}
