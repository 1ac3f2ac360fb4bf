import LocateFixed from "lucide-react/icons/locate-fixed";
import LocateOff from "lucide-react/icons/locate-off";
import MapPin from "lucide-react/icons/map-pin";
import MapPinOff from "lucide-react/icons/map-pin-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import type { PositionSource } from "../../../contract/enums.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import type { PanelKind } from "../../capture/positions/give-position.tsx";
import type { PositionNow } from "../../capture/positions/live-position.ts";
import { findBetterFix, isOfSpot } from "../../capture/positions/moment-rules.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { type PointRecord, type Position, photosOf } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { describeAccuracy, formatAccuracy, gradeAccuracy, metersWords, placeWords } from "../../ui/position-words.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./position-step.module.css";

const PositionPanelDialog = lazily("PositionPanelDialog", () => import("../../capture/positions/give-position.tsx"));
const PositionChoices = lazily("PositionChoices", () => import("../../capture/positions/give-position.tsx"));
const PositionNotes = lazily("PositionNotes", () => import("./around-questions.tsx"));

/** The position of the data point with its accuracy, or the device's position until there is one. */
export function PositionStep({
  measurement,
  near,
  children,
}: {
  measurement: Measuring<PointRecord>;
  /** The centre of the map if there is no position. */
  near: Place | undefined;
  children: ReactNode;
}) {
  const { point, device, remark } = useMeasured(measurement);
  const [isAskedFor, setIsAskedFor] = useState(false);
  const [panel, setPanel] = useState<PanelKind>();
  const { position, fixes } = point;
  const lacks = position === null && photosOf(point).length > 0;
  const isOfThen = lacks && (device.status === "found" || remark?.kind === "not-of-now");
  /** The device is searching, or a button starts the search. */
  const asksDevice = !position && !isOfThen && !device.fix && device.status !== "unavailable";
  const choose = (chosen: Position) => {
    setPanel(undefined);
    setIsAskedFor(false);
    measurement.choosePosition(chosen);
    announce(t("field.position.chosen"));
  };
  return (
    <div className="stack gap-8">
      <div className={`stack start gap-8 ${styles.live}`}>
        {position ? (
          <PositionKept position={position} fixes={fixes} device={device} onChoose={choose} />
        ) : isOfThen ? (
          <p className={`cluster center gap-4 across-12 ${styles.line}`} role="status">
            <MapPinOff aria-hidden="true" className={styles.warning} />
            {t("field.position.none")}
          </p>
        ) : (
          <DevicePosition device={device} onWatch={measurement.watch} />
        )}
        <WhenFetched>
          <PositionNotes measurement={measurement} />
        </WhenFetched>
      </div>
      <Choice hint={t("field.position.highAccuracy.hint")}>
        <input
          type="checkbox"
          checked={device.highAccuracy}
          onChange={(event) => measurement.setHighAccuracy(event.currentTarget.checked)}
        />
        {t("field.position.highAccuracy")}
      </Choice>
      {lacks || isAskedFor ? (
        <WhenFetched>
          <PositionChoices
            photosPosition={fixes.find(({ source }) => source === "exif")}
            offersNow={!asksDevice}
            onPanel={setPanel}
            onChoose={choose}
          />
        </WhenFetched>
      ) : (
        <button
          type="button"
          className={`strong ${styles.more}`}
          aria-expanded={false}
          onClick={() => setIsAskedFor(true)}
        >
          {t("field.position.choices")}
        </button>
      )}
      {children}
      {panel ? (
        <WhenFetched>
          <PositionPanelDialog
            kind={panel}
            near={position ?? fixes[0] ?? device.fix ?? near}
            onChoose={choose}
            onClose={() => setPanel(undefined)}
          />
        </WhenFetched>
      ) : null}
    </div>
  );
}

const sourceWords = (source: PositionSource, isWithPhoto: boolean) => {
  if (source === "exif") return t("field.position.ofPhoto");
  if (source === "map") return t("field.position.placed");
  if (source === "manual") return t("field.position.typed");
  return isWithPhoto ? t("field.position.withPhoto") : t("field.position.taken");
};

/** The position of the data point, and a better one if there is one. */
function PositionKept({
  position,
  fixes,
  device: { fix, highAccuracy },
  onChoose,
}: {
  position: Position;
  fixes: readonly Position[];
  device: PositionNow;
  onChoose: (position: Position) => void;
}) {
  const better = findBetterFix(position, fixes);
  const hasLeft = fix && !fix.isRemembered && position.source !== "exif" && !isOfSpot(fix, position);
  return (
    <>
      <AccuracyLine place={position} accuracyMeters={position.accuracyMeters} />
      <p className="muted small">{sourceWords(position.source, true)}</p>
      {better ? (
        <p className="cluster center gap-8 across-12 figures" role="status">
          <span>
            {t("field.position.better", {
              better: formatAccuracy(better.accuracyMeters ?? 0),
              now: formatAccuracy(position.accuracyMeters ?? 0),
            })}
          </span>
          <Button small onClick={() => onChoose(better)}>
            {t("field.position.useBetter")}
          </Button>
        </p>
      ) : position.source === "device" && gradeAccuracy(position.accuracyMeters ?? 0) === "poor" ? (
        <Rough highAccuracy={highAccuracy} />
      ) : null}
      {hasLeft ? (
        <p className={`row gap-8 small ${styles.advice}`}>
          <MapPin aria-hidden="true" />
          <span>{t("field.position.left", { distance: metersWords(metersBetween(position, fix)) })}</span>
        </p>
      ) : null}
    </>
  );
}

function AccuracyLine({ place, accuracyMeters }: { place: Place; accuracyMeters: number | null }) {
  const grade = accuracyMeters === null ? undefined : gradeAccuracy(accuracyMeters);
  return (
    <p className={`cluster center gap-4 across-12 ${styles.line}`}>
      <LocateFixed aria-hidden="true" className={grade && styles[grade]} />
      {accuracyMeters === null || !grade ? (
        <span>{t("field.position.unknownRadius")}</span>
      ) : (
        <span>
          <strong className="text-18 figures">{formatAccuracy(accuracyMeters)}</strong>{" "}
          <span className={`strong ${styles[grade]}`}>{describeAccuracy(accuracyMeters)}</span>
        </span>
      )}
      <span className="muted figures">{placeWords(place)}</span>
    </p>
  );
}

function Rough({ highAccuracy }: { highAccuracy: boolean }) {
  return (
    <p className={`row gap-8 small ${styles.advice}`}>
      <TriangleAlert aria-hidden="true" />
      <span>
        {t("field.position.rough")}
        {highAccuracy ? null : ` ${t("field.position.tryHighAccuracy")}`}
      </span>
    </p>
  );
}

function DevicePosition({
  device: { status, fix, highAccuracy },
  onWatch,
}: {
  device: PositionNow;
  onWatch: () => void;
}) {
  if (fix) {
    return (
      <>
        <AccuracyLine place={fix} accuracyMeters={fix.accuracyMeters} />
        {gradeAccuracy(fix.accuracyMeters) === "poor" ? <Rough highAccuracy={highAccuracy} /> : null}
      </>
    );
  }
  if (status === "searching") {
    return (
      <p className={`cluster center gap-4 across-12 ${styles.line}`} role="status">
        <Spinner />
        {t("field.form.locating")}
      </p>
    );
  }
  if (status === "off") {
    return (
      <>
        <p className={`cluster center gap-4 across-12 ${styles.line}`}>{t("field.position.needed")}</p>
        <Button onClick={onWatch} icon={<LocateFixed aria-hidden="true" />}>
          {t("field.position.find")}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={`cluster center gap-4 across-12 ${styles.line}`} role="status">
        <LocateOff aria-hidden="true" className={styles.warning} />
        {status === "refused"
          ? t("field.position.refused")
          : status === "unavailable"
            ? t("field.position.unavailable")
            : t("field.position.notFound")}
      </p>
      {status === "unavailable" ? null : (
        <Button onClick={onWatch} icon={<LocateFixed aria-hidden="true" />}>
          {t("field.position.find")}
        </Button>
      )}
    </>
  );
}
