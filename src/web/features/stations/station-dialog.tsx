import { useState } from "react";
import { t } from "../../../../generated/web-texts/stations-desk.ts";
import { stationCodeLengthMax, stationDescriptionLengthMax, stationNameLengthMax } from "../../../contract/limits.ts";
import type { TeamStation } from "../../../contract/stations.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { asTyped } from "../../ui/as-typed.ts";
import { Field } from "../../ui/field.tsx";
import { PositionPicker } from "../../ui/map/position-picker.tsx";
import { nameOf } from "../../ui/station-name.ts";
import styles from "./stations.module.css";

const texts = ["code", "name", "latitude", "longitude", "description"] as const;
const lengthOf = { code: stationCodeLengthMax, name: stationNameLengthMax, description: stationDescriptionLengthMax };

type Draft = Record<(typeof texts)[number], string>;

/** A number, or what the server says is none. */
const degreesOf = (text: string) => (text.trim() === "" ? Number.NaN : Number(plainNumber(text).replace(",", ".")));

/** Adds a station or changes one; its place is picked on the map or typed. */
export function StationDialog({
  questId,
  near,
  station,
  onClose,
  onSaved,
}: {
  questId: number;
  near: [number, number] | undefined;
  /** Undefined: a new one. */
  station: TeamStation | undefined;
  onClose: () => void;
  onSaved: () => Promise<void>;
}) {
  const [draft, setDraft] = useState<Draft>({
    code: station?.code ?? "",
    name: station?.name ?? "",
    latitude: station ? String(station.latitude) : "",
    longitude: station ? String(station.longitude) : "",
    description: station?.description ?? "",
  });
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const action = useAction((reason) => t("stations.desk.problem", { reason }));
  const latitude = degreesOf(draft.latitude);
  const longitude = degreesOf(draft.longitude);
  const isPlaced = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const save = async () => {
    setErrors(new Map());
    const { code, name, description } = draft;
    const body = { code, name, latitude, longitude, description };
    try {
      if (station) await call("changeStation", { params: { id: questId, station: station.id }, body });
      else await call("createStation", { params: { id: questId }, body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.fieldErrors.length === 0) throw error;
      setErrors(new Map(error.fieldErrors.map(({ path, message }) => [path, message])));
      return;
    }
    await onSaved();
  };
  return (
    <ActionDialog
      title={station ? nameOf(station) : t("stations.desk.add")}
      onClose={onClose}
      keepOnOutsideClick
      back={t("stations.desk.cancel")}
      act={t("stations.desk.save")}
      action={action}
      form
      onAct={save}
    >
      {texts.map((name) => (
        <Field key={name} label={t(`stations.desk.${name}`)} required={name !== "description"} error={errors.get(name)}>
          {(control) => (
            <input
              {...control}
              {...(name === "code" && asTyped)}
              value={draft[name]}
              inputMode={name === "latitude" || name === "longitude" ? "text" : undefined}
              maxLength={name in lengthOf ? lengthOf[name as keyof typeof lengthOf] : 30}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setDraft((before) => ({ ...before, [name]: value }));
              }}
            />
          )}
        </Field>
      ))}
      <div className={styles.map}>
        <PositionPicker
          label={t("stations.desk.map")}
          position={isPlaced ? [latitude, longitude] : undefined}
          near={near}
          onPick={([pickedLatitude, pickedLongitude]) =>
            setDraft((before) => ({
              ...before,
              latitude: String(pickedLatitude),
              longitude: String(pickedLongitude),
            }))
          }
        />
      </div>
    </ActionDialog>
  );
}
