import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import { type DrawnPoint, geometryOf, pointsOf, usableAccuracyMeters } from "../../../protocol/drawn-points.ts";
import type { AreaField, LineField, PointField } from "../../../protocol/field.ts";
import { type DrawingMethod, type Geometry, isGeometry } from "../../../protocol/geometry.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "../../ui/geometry/drawing.module.css";
import { announce } from "../../ui/live-region.tsx";
import { formatAccuracy } from "../../ui/position-words.tsx";
import type { Fix } from "../fixes/fixes.ts";
import { useWalkingPosition } from "../fixes/use-walking-position.ts";
import { DrawingInput, type DrawingInputProps, Size } from "./drawing-input.tsx";
import { PositionSought, Removed } from "./drawing-notes.tsx";
import "../../foundation/texts/validation-geometry.ts";
import { readAnswer } from "../../foundation/answers/answers.ts";
import type { ControlProps } from "./control.ts";
import { faultWords } from "./fault-words.ts";
import { TapDialog } from "./tap-dialog.tsx";

/** Asks for a position: the device's, or tapped on a map. */
export function PointInput({ drawing, onDraw, fault, disabled, ...box }: DrawingInputProps<"point">) {
  const [asking, setAsking] = useState<"device" | "map">();
  const [removed, setRemoved] = useState<Geometry>();
  const group = useRef<HTMLDivElement>(null);
  const points = drawing ? pointsOf(drawing) : [];
  const isInexact = points.some(({ accuracyMeters }) => (accuracyMeters ?? 0) > usableAccuracyMeters);

  /** The button that was pressed is gone; the first one gets the focus. */
  function focusFirst() {
    setTimeout(() => group.current?.querySelector<HTMLButtonElement>("[data-first]")?.focus());
  }

  function ask(how: typeof asking) {
    setRemoved(undefined);
    setAsking(how);
    if (how !== "map") focusFirst();
  }

  const draw = (next: readonly DrawnPoint[], method: DrawingMethod) => onDraw(geometryOf("point", next, method));

  function take({ longitude, latitude, accuracyMeters }: Fix) {
    draw([{ position: [longitude, latitude], accuracyMeters }], "located");
    announce(t("kinds.drawing.located", { radius: formatAccuracy(accuracyMeters) }));
    ask(undefined);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the label is outside of it.
    <div
      ref={group}
      id={box.id}
      role="group"
      className={classNames("stack gap-12 framed", styles.drawing, box.isWrong ? "wrong" : styles.fine)}
      aria-labelledby={box.labelId}
      aria-describedby={box.describedBy}
    >
      {asking === "device" ? <Locating onFix={take} /> : null}
      {drawing ? <PointFigures geometry={drawing} /> : null}
      {isInexact && drawing?.method === "located" ? (
        <p className={styles.warning}>{t("kinds.drawing.inexact")}</p>
      ) : null}
      {removed && !drawing ? (
        <Removed
          disabled={disabled}
          onRestore={() => {
            onDraw(removed);
            ask(undefined);
          }}
        />
      ) : null}
      <div className={classNames("grid gap-8", styles.actions, styles.pointActions)}>
        {asking === "device" ? (
          <Button key="cancel" icon={<X aria-hidden="true" />} onClick={() => ask(undefined)} data-first>
            {t("kinds.drawing.cancel")}
          </Button>
        ) : (
          <Button
            key="locate"
            icon={<LocateFixed aria-hidden="true" />}
            disabled={disabled}
            onClick={() => ask("device")}
            data-first
          >
            {t(drawing?.method === "located" ? "kinds.drawing.locateAgain" : "kinds.drawing.locate")}
          </Button>
        )}
        <Button key="tap" icon={<MapPinPlus aria-hidden="true" />} disabled={disabled} onClick={() => ask("map")}>
          {t("kinds.drawing.tap")}
        </Button>
        {drawing ? (
          <Button
            key="remove"
            icon={<Trash2 aria-hidden="true" />}
            disabled={disabled}
            onClick={() => {
              onDraw(undefined);
              announce(t("kinds.drawing.removed"));
              ask(undefined);
              setRemoved(drawing);
            }}
          >
            {t("kinds.drawing.remove")}
          </Button>
        ) : null}
      </div>
      {asking === "map" ? (
        <TapDialog
          kind="point"
          points={points}
          summary={drawing ? <PointFigures geometry={drawing} /> : null}
          fault={fault}
          onPoints={(next) => draw(next, "tapped")}
          onClose={() => ask(undefined)}
        />
      ) : null}
    </div>
  );
}

function PointFigures({ geometry }: { geometry: Geometry }) {
  const [meters] = geometry.accuracies ?? [];
  const details = [
    ...(typeof meters === "number" ? [formatAccuracy(meters)] : []),
    ...(geometry.method ? [t(`kinds.drawing.method.${geometry.method}`)] : []),
  ];
  return <Size geometry={geometry} details={details} />;
}

const freshMs = 5_000;
const freshWithinMs = 3_000;

/** Waits for a current position. Beside another watch, Chromium reports nothing new at rest: then the last one counts. */
function Locating({ onFix }: { onFix: (fix: Fix) => void }) {
  const [maximumAgeMs, setMaximumAgeMs] = useState<number | undefined>(freshMs);
  useEffect(() => {
    const timer = setTimeout(() => setMaximumAgeMs(undefined), freshWithinMs);
    return () => clearTimeout(timer);
  }, []);
  const { status, tryAgain } = useWalkingPosition(onFix, maximumAgeMs);
  return <PositionSought status={status} onTryAgain={tryAgain} />;
}

export function DrawnGeometry({
  field,
  answer,
  onAnswer,
  ...control
}: ControlProps<PointField | LineField | AreaField>) {
  const { offer: _, result: __, ...box } = control;
  const reading = readAnswer(field, answer);
  const props = {
    ...box,
    drawing: isGeometry(answer) ? answer : undefined,
    onDraw: onAnswer,
    fault: reading.kind === "fault" ? faultWords(reading.fault) : undefined,
  };
  return field.kind === "point" ? (
    <PointInput {...props} kind={field.kind} />
  ) : (
    <DrawingInput {...props} kind={field.kind} />
  );
}
