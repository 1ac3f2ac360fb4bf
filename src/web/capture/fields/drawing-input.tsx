import Check from "lucide-react/icons/check";
import Footprints from "lucide-react/icons/footprints";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import {
  type DrawnPoint,
  geometryOf,
  pointsOf,
  usableAccuracyMeters,
  type Walk,
  walkedPoints,
  withFix,
} from "../../../protocol/drawn-points.ts";
import { type DrawingMethod, type Geometry, type GeometryKind, pointCountMax } from "../../../protocol/geometry.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "../../ui/geometry/drawing.module.css";
import { Sketch } from "../../ui/geometry/sketch.tsx";
import { lengthWords, sizeWords } from "../../ui/geometry-words.ts";
import { announce } from "../../ui/live-region.tsx";
import { formatAccuracy } from "../../ui/position-words.tsx";
import type { Fix } from "../fixes/fixes.ts";
import { useWalkingPosition } from "../fixes/use-walking-position.ts";
import { PositionSought, Removed } from "./drawing-notes.tsx";
import { TapDialog } from "./tap-dialog.tsx";
import { useScreenOn } from "./use-screen-on.ts";

/** Between writes of a walk to the draft. */
const keptEveryMs = 2_000;

/** A geometry as the form keeps it; while it is walked, it isn't an answer yet. */
type Drawing = Geometry & { walking?: true };

export type DrawingInputProps<Kind extends GeometryKind> = {
  kind: Kind;
  drawing: Drawing | undefined;
  onDraw: (drawing: Drawing | undefined) => void;
  /** What is wrong with it, if anything. */
  fault: string | undefined;
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isWrong: boolean;
  disabled: boolean;
};

/** Asks for a line or an area: walked with the device's position, or tapped on a map. */
export function DrawingInput({ kind, drawing, onDraw, fault, disabled, ...box }: DrawingInputProps<"line" | "area">) {
  const [walk, setWalk] = useState<Walk>();
  const [isTapping, setIsTapping] = useState(false);
  const [removed, setRemoved] = useState<Drawing>();
  const group = useRef<HTMLDivElement>(null);
  const keep = useKeptWalk((points) => draw(points, "walked", true));

  const points = walk ? walkedPoints(walk) : drawing ? pointsOf(drawing) : [];
  const isPaused = !walk && drawing?.walking === true;

  function draw(next: readonly DrawnPoint[], method: DrawingMethod, isWalking: boolean) {
    const geometry = geometryOf(kind, next, method);
    onDraw(next.length === 0 ? undefined : isWalking ? { ...geometry, walking: true } : geometry);
  }

  /** The button that was pressed is gone; the next one gets the focus. */
  function focusFirst() {
    setTimeout(() => group.current?.querySelector<HTMLButtonElement>("[data-first]")?.focus());
  }

  function start() {
    setRemoved(undefined);
    setWalk({ kept: points, loose: [] });
    announce(t("kinds.drawing.started"));
    focusFirst();
  }

  function take({ longitude, latitude, accuracyMeters }: Fix) {
    if (!walk) return;
    const next = withFix(walk, { position: [longitude, latitude], accuracyMeters });
    if (next === walk) return;
    setWalk(next);
    keep(walkedPoints(next));
    if (walkedPoints(next).length >= pointCountMax) end(walkedPoints(next), true);
  }

  function end(walked: readonly DrawnPoint[], isWalking: boolean) {
    keep(undefined);
    setWalk(undefined);
    draw(walked, "walked", isWalking);
    announce(
      t(isWalking ? "kinds.drawing.paused" : "kinds.drawing.finished", {
        size: sizeWords(geometryOf(kind, walked, "walked")),
      }),
    );
    focusFirst();
  }

  function undo() {
    const left = points.slice(0, -1);
    announce(t("kinds.drawing.undone", { count: left.length }));
    if (walk) setWalk({ kept: left, loose: [] });
    draw(left, drawing?.method ?? "walked", walk !== undefined || isPaused);
    if (left.length === 0 && !walk) focusFirst();
  }

  function remove() {
    setRemoved(drawing);
    onDraw(undefined);
    announce(t("kinds.drawing.removed"));
    focusFirst();
  }

  const undoButton = (
    <Button key="undo" icon={<Undo2 aria-hidden="true" />} disabled={disabled || points.length === 0} onClick={undo}>
      {t("kinds.drawing.undo")}
    </Button>
  );
  const finishButton = (
    <Button
      key="finish"
      tone="next"
      icon={<Check aria-hidden="true" />}
      disabled={disabled}
      onClick={() => end(points, false)}
    >
      {t("kinds.drawing.finish")}
    </Button>
  );
  const walkButton = (words: string, icon: ReactNode) => (
    <Button key="walk" icon={icon} disabled={disabled || points.length >= pointCountMax} onClick={start} data-first>
      {words}
    </Button>
  );
  const tapButton = (words: string) => (
    <Button
      key="tap"
      icon={<MapPinPlus aria-hidden="true" />}
      disabled={disabled}
      data-first={drawing ? true : undefined}
      onClick={() => {
        setRemoved(undefined);
        setIsTapping(true);
      }}
    >
      {words}
    </Button>
  );
  const removeButton = (
    <Button key="remove" icon={<Trash2 aria-hidden="true" />} disabled={disabled} onClick={remove}>
      {t("kinds.drawing.remove")}
    </Button>
  );

  const buttons = () => {
    if (walk) {
      return [
        <Button key="pause" icon={<Pause aria-hidden="true" />} onClick={() => end(points, true)} data-first>
          {t("kinds.drawing.pause")}
        </Button>,
        finishButton,
        undoButton,
      ];
    }
    if (isPaused) {
      return [
        walkButton(t("kinds.drawing.resume"), <Play aria-hidden="true" />),
        finishButton,
        undoButton,
        removeButton,
      ];
    }
    if (!drawing) {
      return [
        walkButton(t(`kinds.drawing.walk.${kind}`), <Footprints aria-hidden="true" />),
        tapButton(t("kinds.drawing.tap")),
      ];
    }
    return drawing.method === "walked"
      ? [walkButton(t("kinds.drawing.walkOn"), <Footprints aria-hidden="true" />), undoButton, removeButton]
      : [tapButton(t("kinds.drawing.change")), removeButton];
  };

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
      {walk ? <Walking onFix={take} /> : null}
      {points.length > 0 ? (
        <>
          <Figures kind={kind} points={points} />
          <Sketch
            kind={kind}
            points={points}
            isOpen={walk !== undefined || isPaused}
            label={t(`kinds.drawing.sketch.${kind}`, { count: points.length })}
          />
        </>
      ) : null}
      {isPaused ? (
        <p className={styles.warning}>
          {points.length >= pointCountMax
            ? t("kinds.drawing.full", { max: String(pointCountMax) })
            : t("kinds.drawing.isPaused")}
        </p>
      ) : null}
      {removed && !drawing ? (
        <Removed
          disabled={disabled}
          onRestore={() => {
            onDraw(removed);
            setRemoved(undefined);
            focusFirst();
          }}
        />
      ) : null}
      <div className={`grid gap-8 ${styles.actions}`}>{buttons()}</div>
      {isTapping ? (
        <TapDialog
          kind={kind}
          points={points}
          summary={<Figures kind={kind} points={points} />}
          fault={fault}
          onPoints={(next) => draw(next, "tapped", false)}
          onClose={() => {
            setIsTapping(false);
            focusFirst();
          }}
        />
      ) : null}
    </div>
  );
}

/** Keeps a walk every few seconds, and what is left when the form closes. */
function useKeptWalk(onKeep: (points: readonly DrawnPoint[]) => void) {
  const waiting = useRef<readonly DrawnPoint[]>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onKeep);
  tell.current = onKeep;
  const flush = useRef(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (waiting.current) tell.current(waiting.current);
    waiting.current = undefined;
  });
  useEffect(() => {
    const write = flush.current;
    // Phones may end a hidden page.
    document.addEventListener("visibilitychange", write);
    return () => {
      document.removeEventListener("visibilitychange", write);
      write();
    };
  }, []);
  /** @param points undefined: what waits is out of date */
  return (points: readonly DrawnPoint[] | undefined) => {
    waiting.current = points;
    if (points) timer.current ??= setTimeout(flush.current, keptEveryMs);
  };
}

function Figures({ kind, points }: { kind: GeometryKind; points: readonly DrawnPoint[] }) {
  const geometry = geometryOf(kind, points, "tapped");
  const details = [
    ...(kind === "area" ? [t("kinds.drawing.around", { length: lengthWords(geometry) })] : []),
    t("kinds.drawing.points", { count: points.length }),
  ];
  return <Size geometry={geometry} details={details} />;
}

/** The size of a geometry, and below it what else there is to say. */
export function Size({ geometry, details }: { geometry: Geometry; details: readonly string[] }) {
  return (
    <div>
      <p className="strong figures text-22">{sizeWords(geometry)}</p>
      <p className="muted figures">{details.join(" · ")}</p>
    </div>
  );
}

/** Older fixes may be from another place. */
const maximumAgeMs = 5_000;

/** Watches the position, and says how good it is. */
function Walking({ onFix }: { onFix: (fix: Fix) => void }) {
  useScreenOn();
  const { status, fix, tryAgain } = useWalkingPosition(onFix, maximumAgeMs);
  const isPoor = fix !== undefined && fix.accuracyMeters > usableAccuracyMeters;
  if (status !== "found" || !fix) {
    return <PositionSought status={status} onTryAgain={tryAgain} />;
  }
  return (
    <>
      <p className="muted figures">
        {t("kinds.drawing.accuracy", { radius: formatAccuracy(fix.accuracyMeters) })} {t("kinds.drawing.screen")}
      </p>
      <p className={isPoor ? styles.warning : undefined} role="status">
        {isPoor ? t("kinds.drawing.poor", { radius: formatAccuracy(usableAccuracyMeters) }) : null}
      </p>
    </>
  );
}
