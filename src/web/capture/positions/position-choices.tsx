import ImageIcon from "lucide-react/icons/image";
import Keyboard from "lucide-react/icons/keyboard";
import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import { useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import type { Position } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { locateOnce } from "../fixes/fixes.ts";
import { positionOf } from "./moment-rules.ts";
import styles from "./position-choices.module.css";

/** Ways that need a panel. */
export type PanelKind = "map" | "type";

/** The ways to give a position: on the map, from the photo, typed, or from the device. */
export function PositionChoices({
  photosPosition,
  offersNow = true,
  onPanel,
  onChoose,
}: {
  /** The photo's own position. */
  photosPosition: Position | undefined;
  /** False if another button already asks the device. */
  offersNow?: boolean;
  onPanel: (kind: PanelKind) => void;
  onChoose: (position: Position) => void;
}) {
  const [state, setState] = useState<"resting" | "searching" | "failed">("resting");
  const locate = async () => {
    setState("searching");
    try {
      // The user waits for one accurate fix.
      const fix = await locateOnce(true);
      setState("resting");
      onChoose(positionOf(fix));
    } catch {
      setState("failed");
    }
  };
  return (
    <div className={`cluster gap-8 ${styles.choices}`}>
      <Button small icon={<MapPinPlus aria-hidden="true" />} onClick={() => onPanel("map")}>
        {t("position.map")}
      </Button>
      {photosPosition ? (
        <Button small icon={<ImageIcon aria-hidden="true" />} onClick={() => onChoose(photosPosition)}>
          {t("position.exif")}
        </Button>
      ) : null}
      <Button small icon={<Keyboard aria-hidden="true" />} onClick={() => onPanel("type")}>
        {t("position.type")}
      </Button>
      {offersNow ? (
        <Button
          small
          icon={<LocateFixed aria-hidden="true" />}
          busy={state === "searching"}
          onClick={() => void locate()}
        >
          {state === "searching" ? t("position.now.searching") : t("position.now")}
        </Button>
      ) : null}
      {state === "failed" ? (
        <p className={`danger strong ${styles.failed}`} role="alert">
          {t("position.now.failed")}
        </p>
      ) : null}
    </div>
  );
}
