import ImageIcon from "lucide-react/icons/image";
import Keyboard from "lucide-react/icons/keyboard";
import LocateFixed from "lucide-react/icons/locate-fixed";
import MapPinPlus from "lucide-react/icons/map-pin-plus";
import { useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import type { Place } from "../../../protocol/distance.ts";
import { findRecord, mendPoint } from "../../outbox/outbox.ts";
import type { PointRecord, Position } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import type { LatLon } from "../../ui/map/map-view.ts";
import { PositionPicker } from "../../ui/map/position-picker.tsx";
import { formatAccuracy } from "../../ui/position-words.tsx";
import { locateOnce } from "../fixes/fixes.ts";
import styles from "./give-position.module.css";
import { placedPosition, readDegrees, typedPosition } from "./given-position.ts";
import { positionOf, withPosition } from "./moment-rules.ts";

type PanelProps = { near: Place | undefined; onChoose: (position: Position) => void };

export function PositionPanel({ kind, ...props }: PanelProps & { kind: PanelKind }) {
  return kind === "map" ? <MapPanel {...props} /> : <TypePanel {...props} />;
}

/** A panel in a dialog. */
export function PositionPanelDialog({ onClose, ...props }: PanelProps & { kind: PanelKind; onClose: () => void }) {
  return (
    <Dialog
      open
      title={props.kind === "map" ? t("position.map") : t("position.type")}
      onClose={onClose}
      keepOnOutsideClick
      widthPx={640}
    >
      <PositionPanel {...props} />
    </Dialog>
  );
}

function MapPanel({ near, onChoose }: PanelProps) {
  const [picked, setPicked] = useState<Position>();
  return (
    <div className="stack gap-12">
      <p className="muted">{t("position.map.hint")}</p>
      <div className={styles.map}>
        <PositionPicker
          label={t("position.map.label")}
          position={picked && ([picked.latitude, picked.longitude] satisfies LatLon)}
          near={near && [near.latitude, near.longitude]}
          onPick={(place, zoom) => setPicked(placedPosition(place, zoom))}
        />
      </div>
      <p className="figures" role="status">
        {picked?.accuracyMeters ? t("position.uncertain", { radius: formatAccuracy(picked.accuracyMeters) }) : null}
      </p>
      <div className="cluster gap-8">
        <Button tone="next" disabled={!picked} onClick={() => picked && onChoose(picked)}>
          {t("position.map.use")}
        </Button>
      </div>
    </div>
  );
}

function TypePanel({ onChoose }: PanelProps) {
  const [latitude, setLatitude] = useState("");
  const [longitude, setLongitude] = useState("");
  const [isTried, setIsTried] = useState(false);
  const typed = typedPosition(latitude, longitude);
  const errorOf = (text: string, max: 90 | 180, words: string) =>
    isTried && !readDegrees(text, max) ? words : undefined;
  const axes = [
    {
      label: t("position.latitude"),
      value: latitude,
      onChange: setLatitude,
      error: errorOf(latitude, 90, t("position.type.latitudeWrong")),
    },
    {
      label: t("position.longitude"),
      value: longitude,
      onChange: setLongitude,
      error: errorOf(longitude, 180, t("position.type.longitudeWrong")),
    },
  ];
  return (
    <div className="stack gap-12">
      <p className="muted">{t("position.type.hint")}</p>
      <div className={`grid gap-12 ${styles.axes}`}>
        {axes.map(({ label, value, onChange, error }) => (
          <Field key={label} label={label} unit="°" error={error}>
            {(control) => (
              <input
                {...control}
                // Some phones' number pads have no minus.
                type="text"
                autoComplete="off"
                value={value}
                onChange={(event) => onChange(event.currentTarget.value)}
                onKeyDown={(event) => {
                  // Must not submit an outer form.
                  if (event.key === "Enter") event.preventDefault();
                }}
              />
            )}
          </Field>
        ))}
      </div>
      <p className="figures" role="status">
        {typed?.accuracyMeters ? t("position.uncertain", { radius: formatAccuracy(typed.accuracyMeters) }) : null}
      </p>
      <div className="cluster gap-8">
        <Button
          tone="next"
          onClick={() => {
            setIsTried(true);
            if (typed) onChoose(typed);
          }}
        >
          {t("position.type.use")}
        </Button>
      </div>
    </div>
  );
}

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

/** Sets the position of a waiting data point. `near`: where the map opens. */
export function GivePositionDialog({
  localId,
  near,
  onClose,
}: {
  localId: string;
  near?: { latitude: number; longitude: number } | undefined;
  onClose: () => void;
}) {
  const [point, setPoint] = useState<PointRecord>();
  const [panel, setPanel] = useState<PanelKind>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void findRecord(localId).then(
      (record) => {
        if (isCurrent && record?.kind === "point") setPoint(record);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [localId]);

  async function choose(position: Position): Promise<void> {
    try {
      const seen = point?.position ? withPosition(point.fixes, point.position) : (point?.fixes ?? []);
      await mendPoint(localId, { position, fixes: withPosition(seen, position) });
      announce(t("position.kept"));
      onClose();
    } catch (error) {
      setFailure(t("position.failed", { reason: error instanceof Error ? error.message : String(error) }));
    }
  }

  return (
    <Dialog open title={t("position.title")} onClose={onClose} keepOnOutsideClick widthPx={640}>
      <PositionChoices
        photosPosition={point?.fixes.find(({ source }) => source === "exif")}
        onPanel={setPanel}
        onChoose={(position) => void choose(position)}
      />
      {panel ? (
        <PositionPanel
          kind={panel}
          near={point?.position ?? point?.fixes[0] ?? near}
          onChoose={(position) => void choose(position)}
        />
      ) : null}
      <Banner tone="danger">{failure}</Banner>
    </Dialog>
  );
}
