import Keyboard from "lucide-react/icons/keyboard";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import { useId, useState } from "react";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/field.tsx";
import { announce } from "../../components/live-region.tsx";
import { Accuracy } from "../../components/position-in-words.tsx";
import { WhenFetched } from "../../components/when-fetched.tsx";
import type { Measurement } from "../../measuring/measurement.ts";
import { useMeasured } from "../../measuring/use-measurement.ts";
import type { AnswerRecord } from "../../outbox/record.ts";
import { placeOf, placeWords } from "../../positions/coordinates.ts";
import { metersBetween } from "../../positions/distance.ts";
import { metersWords } from "../../positions/meters-words.ts";
import type { PanelKind } from "../../positions/position-choices.tsx";
import { t } from "../../texts/contributions.ts";
import { lazily } from "../../texts/lazily.ts";
import styles from "./answer-form.module.css";

const PositionPanelDialog = lazily("PositionPanelDialog", () => import("../../positions/position-panels.tsx"));

/** From here on somebody may have taken the photo elsewhere than at the thing that it shows. */
const farMeters = 50;

/** Which position the data point has from now on: the one that it had, that of the new photo, or another one. */
export function AnswerPosition({
  of: detail,
  measurement,
}: {
  of: Pick<ContributionDetail, "coordinates" | "accuracy">;
  measurement: Measurement<AnswerRecord>;
}) {
  const { point, device, isSaving } = useMeasured(measurement);
  const { position, photos, keepsPosition } = point;
  const [panel, setPanel] = useState<PanelKind>();
  const name = useId();
  const had = placeOf(detail.coordinates);
  const isGiven = position?.source === "map" || position?.source === "manual";
  const farFrom = position && had ? metersBetween(position, had) : 0;
  const takesNew = position !== null && !keepsPosition;
  const keep = (keepsOwn: boolean) => measurement.change((before) => ({ ...before, keepsPosition: keepsOwn }));
  return (
    <div className={styles.position}>
      <Choice>
        <input type="radio" name={name} checked={!takesNew} disabled={isSaving} onChange={() => keep(true)} />
        <span className={styles.facts}>
          <span>{t("contributions.answer.position.keep")}</span>
          <span>{detail.coordinates}</span>
          <Accuracy meters={detail.accuracy} />
        </span>
      </Choice>
      {position ? (
        <Choice>
          <input type="radio" name={name} checked={takesNew} disabled={isSaving} onChange={() => keep(false)} />
          <span className={styles.facts}>
            <span>{t(isGiven ? "contributions.answer.position.given" : "contributions.answer.position.new")}</span>
            <span>{placeWords(position)}</span>
            <Accuracy meters={position.accuracyMeters} />
          </span>
        </Choice>
      ) : photos.length > 0 ? (
        <p role="status" className={styles.hint}>
          {device.status === "searching"
            ? t("contributions.answer.position.searching")
            : t("contributions.answer.position.none")}
        </p>
      ) : null}
      {takesNew && farFrom > farMeters ? (
        <p role="status" className={styles.far}>
          {t("contributions.answer.position.far", { distance: metersWords(farFrom) })}
        </p>
      ) : null}
      <div className={styles.ways}>
        <Button icon={<MapPinPlus aria-hidden="true" />} disabled={isSaving} onClick={() => setPanel("map")}>
          {t("contributions.answer.position.map")}
        </Button>
        <Button icon={<Keyboard aria-hidden="true" />} disabled={isSaving} onClick={() => setPanel("type")}>
          {t("contributions.answer.position.type")}
        </Button>
      </div>
      {panel ? (
        <WhenFetched>
          <PositionPanelDialog
            kind={panel}
            near={position ?? had}
            onClose={() => setPanel(undefined)}
            onChoose={(chosen) => {
              setPanel(undefined);
              measurement.choosePosition(chosen);
              keep(false);
              announce(t("contributions.answer.position.given"));
            }}
          />
        </WhenFetched>
      ) : null}
    </div>
  );
}
