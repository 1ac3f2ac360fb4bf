import LocateFixed from "lucide-react/icons/locate-fixed";
import LocateOff from "lucide-react/icons/locate-off";
import MapPin from "lucide-react/icons/map-pin";
import MapPinOff from "lucide-react/icons/map-pin-off";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { t } from "../../../../generated/web-texts/field.ts";
import { metersBetween, type Place } from "../../../protocol/distance.ts";
import { expectedPlace } from "../../capture/measuring/measure.ts";
import type { Measuring } from "../../capture/measuring/measurement.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import type { PanelKind } from "../../capture/positions/give-position.tsx";
import type { PositionNow } from "../../capture/positions/live-position.ts";
import { findBetterFix, isOfSpot, staleAfterMs } from "../../capture/positions/moment-rules.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { type PointRecord, type Position, photosOf } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { describeAccuracy, formatAccuracy, gradeAccuracy, metersWords, placeWords } from "../../ui/position-words.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./position-step.module.css";
import { positionKey } from "./read-upload.ts";
import { type OwnPlace, spacingOf } from "./spacing.ts";

const PositionPanelDialog = lazily("PositionPanelDialog", () => import("../../capture/positions/give-position.tsx"));
const PositionChoices = lazily("PositionChoices", () => import("../../capture/positions/give-position.tsx"));
const Spacing = lazily("Spacing", () => import("./around-questions.tsx"));
const PositionNotes = lazily("PositionNotes", () => import("./around-questions.tsx"));

/** The position of the data point with its accuracy, or the device's position until there is one. */
export function PositionStep({
  measurement,
  near,
  hasError,
  ownPlaces,
  spacingMeters,
  children,
}: {
  measurement: Measuring<PointRecord>;
  /** The centre of the map if there is no position. */
  near: Place | undefined;
  /** Something that was typed is wrong. */
  hasError: boolean;
  ownPlaces: readonly OwnPlace[];
  spacingMeters: number | undefined;
  /** Belongs to what is rarely changed. */
  children: ReactNode;
}) {
  const { point, device, remark } = useMeasured(measurement);
  const [isAskedFor, setIsAskedFor] = useState(hasError);
  const [panel, setPanel] = useState<PanelKind>();
  const changeId = useId();
  const changeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasError) setIsAskedFor(true);
  }, [hasError]);
  const { position, fixes } = point;
  const lacks = position === null && photosOf(point).length > 0;
  const isOfThen = lacks && (device.status === "found" || remark?.kind === "not-of-now");
  /** The device is searching, or a button starts the search. */
  const asksDevice = !position && !isOfThen && !device.fix && device.status !== "unavailable";
  const isOpen = lacks || isAskedFor;
  const choose = (chosen: Position) => {
    setPanel(undefined);
    setIsAskedFor(false);
    measurement.choosePosition(chosen);
    announce(t("field.position.chosen"));
    // What had the focus is folded.
    setTimeout(() => changeButton.current?.focus({ preventScroll: true }));
  };
  return (
    <div className="stack gap-8" data-field={positionKey}>
      <div className={`cluster start between gap-8 ${styles.live}`}>
        <div className={`stack start gap-8 ${styles.now}`}>
          {position ? (
            <PositionKept
              position={position}
              momentMs={point.capturedAtMs}
              fixes={fixes}
              device={device}
              onChoose={choose}
            />
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
        {lacks ? null : (
          <button
            ref={changeButton}
            type="button"
            className={`strong ${styles.change}`}
            aria-label={t("field.position.choices")}
            aria-expanded={isOpen}
            aria-controls={isOpen ? changeId : undefined}
            onClick={() => setIsAskedFor(!isAskedFor)}
          >
            {t("field.position.change")}
          </button>
        )}
      </div>
      {isOpen ? (
        <div id={changeId} className="stack gap-8">
          <WhenFetched>
            <PositionChoices
              photosPosition={fixes.find(({ source }) => source === "exif")}
              offersNow={!asksDevice}
              onPanel={setPanel}
              onChoose={choose}
            />
          </WhenFetched>
          {children}
        </div>
      ) : null}
      {spacingMeters === undefined ? null : (
        <WhenFetched>
          <Spacing measurement={measurement} ownPlaces={ownPlaces} spacingMeters={spacingMeters} />
        </WhenFetched>
      )}
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

/** In the line that stays in sight: how accurate the position is, or that it is too close to another data point. */
export function PositionInBrief({ place, ...props }: BriefProps & { place: Element | null | undefined }) {
  return place ? createPortal(<Brief {...props} />, place) : null;
}

type BriefProps = {
  measurement: Measuring<PointRecord>;
  ownPlaces: readonly OwnPlace[];
  spacingMeters: number | undefined;
};

function Brief({ measurement, ownPlaces, spacingMeters }: BriefProps) {
  const { point, device } = useMeasured(measurement);
  const { position, station } = point;
  const place = expectedPlace(point, device);
  if (!place) return device.status === "searching" ? <Spinner /> : null;
  const { accuracyMeters } = place;
  const isNow = position !== null || device.fix?.isRemembered === false;
  const spacing =
    spacingMeters === undefined || station || !isNow ? undefined : spacingOf(place, ownPlaces, spacingMeters);
  if (spacing?.isTooClose) {
    return (
      <strong className={`figures ${styles.poor}`}>
        {t("field.position.tooClose", { distance: metersWords(spacing.nearest.meters) })}
      </strong>
    );
  }
  return accuracyMeters === null ? null : <AccuracyWords meters={accuracyMeters} />;
}

function AccuracyWords({ meters }: { meters: number }) {
  return (
    <span>
      <strong className="figures">{formatAccuracy(meters)}</strong>{" "}
      <span className={`strong ${styles[gradeAccuracy(meters)]}`}>{describeAccuracy(meters)}</span>
    </span>
  );
}

/** @param momentMs when the photo was taken. A position that was found long after it may be of another spot. */
export function sourceWords({ source, fixedAtMs }: Position, momentMs: number | null): string {
  if (source === "exif") return t("field.position.ofPhoto");
  if (source === "map") return t("field.position.placed");
  if (source === "manual") return t("field.position.typed");
  const isWithPhoto = momentMs !== null && fixedAtMs !== null && fixedAtMs <= momentMs + staleAfterMs;
  return isWithPhoto ? t("field.position.withPhoto") : t("field.position.taken");
}

/** The position of the data point, and a better one if there is one. */
function PositionKept({
  position,
  momentMs,
  fixes,
  device: { fix, highAccuracy },
  onChoose,
}: {
  position: Position;
  momentMs: number | null;
  fixes: readonly Position[];
  device: PositionNow;
  onChoose: (position: Position) => void;
}) {
  const better = findBetterFix(position, fixes);
  const hasLeft = fix && !fix.isRemembered && position.source !== "exif" && !isOfSpot(fix, position);
  return (
    <>
      <AccuracyLine place={position} accuracyMeters={position.accuracyMeters} />
      <p className="muted small">{sourceWords(position, momentMs)}</p>
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
        <AccuracyWords meters={accuracyMeters} />
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
