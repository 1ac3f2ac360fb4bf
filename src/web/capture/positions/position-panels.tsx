import { useState } from "react";
import { t } from "../../../../generated/web-texts/position.ts";
import type { Place } from "../../../protocol/distance.ts";
import type { Position } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import type { LatLon } from "../../ui/map/map-view.ts";
import { PositionPicker } from "../../ui/map/position-picker.tsx";
import { formatAccuracy } from "../../ui/position-accuracy.ts";
import { placedPosition, readDegrees, typedPosition } from "./given-position.ts";
import styles from "./position-choices.module.css";
import type { PanelKind } from "./position-choices.tsx";

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
