import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useFieldArray, useWatch } from "react-hook-form";
import { noPostalCode } from "../../../contract/limits.ts";
import type { Place } from "../../../contract/places.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { PositionPicker } from "../../components/map/position-picker.tsx";
import { t } from "../../texts/admin.ts";
import { PlaceSearch } from "./place-search.tsx";
import styles from "./quest-form.module.css";
import {
  emptyLocation,
  formatCoordinates,
  messageIn,
  parseCoordinates,
  type QuestFormControl,
} from "./quest-form-values.ts";

/** More maps than this would make the form slow. */
const mapsShownMax = 12;

/** The locations of a quest as blocks; a saved one that is removed is recorded, and deleted when the form is sent. */
export function LocationFields({ form }: { form: QuestFormControl }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "locations", keyName: "key" });
  const errors = form.formState.errors.locations;
  const listError = errors?.root?.message ?? (Array.isArray(errors) ? undefined : messageIn(errors));

  function removeAt(index: number, id: number | null) {
    if (id !== null) {
      form.setValue("deleted_locations", [...form.getValues("deleted_locations"), id], { shouldDirty: true });
    }
    remove(index);
  }

  return (
    <section className={styles.column} aria-labelledby="locations-title">
      <div className={styles.locationsHead}>
        <h3 id="locations-title">{t("admin.questForm.locations")}</h3>
        <Button
          small
          icon={<Plus aria-hidden="true" />}
          data-wrong={listError ? t("admin.questForm.locations") : undefined}
          onClick={() => append(emptyLocation)}
        >
          {t("admin.questForm.locations.add")}
        </Button>
      </div>
      {listError ? (
        <p className={styles.listError} role="alert">
          {t("admin.questForm.locations.missing")}
        </p>
      ) : null}
      {fields.map(({ key, id }, index) => (
        <LocationBlock
          key={key}
          form={form}
          index={index}
          hasMap={index < mapsShownMax}
          onRemove={() => removeAt(index, id)}
        />
      ))}
    </section>
  );
}

function LocationBlock({
  form,
  index,
  hasMap,
  onRemove,
}: {
  form: QuestFormControl;
  index: number;
  hasMap: boolean;
  onRemove: () => void;
}) {
  const errors = form.formState.errors.locations?.[index];
  const name = `locations.${index}` as const;
  const number = index + 1;
  const typed = useWatch({ control: form.control, name: `${name}.coordinates` });

  const setField = (
    field: "coordinates" | "locality" | "administrative_area" | "postal_code" | "country",
    value: string,
  ) => form.setValue(`${name}.${field}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const setCoordinates = (coordinates: Coordinates) => setField("coordinates", formatCoordinates(coordinates));

  /** What the administrator has written already stays as it is. */
  function takePlace(place: Place) {
    setCoordinates(place.coordinates);
    const filledIn = { locality: place.name, administrative_area: place.administrative_area, country: place.country };
    for (const field of ["locality", "administrative_area", "country"] as const) {
      if (form.getValues(`${name}.${field}`).trim() === "") setField(field, filledIn[field] ?? "");
    }
  }

  return (
    <fieldset className={styles.location}>
      <legend className={styles.legend}>{t("admin.questForm.location", { number })}</legend>
      <PlaceSearch onPick={takePlace} />
      <div className={styles.pair}>
        <Field label={t("admin.questForm.location.addressLine1")} error={errors?.address_line1?.message}>
          {(control) => <input {...control} {...form.register(`${name}.address_line1`)} autoComplete="off" />}
        </Field>
        <Field label={t("admin.questForm.location.addressLine2")} error={errors?.address_line2?.message}>
          {(control) => <input {...control} {...form.register(`${name}.address_line2`)} autoComplete="off" />}
        </Field>
        <Field label={t("admin.questForm.location.locality")} required error={errors?.locality?.message}>
          {(control) => <input {...control} {...form.register(`${name}.locality`)} autoComplete="off" />}
        </Field>
        <Field
          label={t("admin.questForm.location.administrativeArea")}
          required
          error={errors?.administrative_area?.message}
        >
          {(control) => <input {...control} {...form.register(`${name}.administrative_area`)} autoComplete="off" />}
        </Field>
        <div>
          <Field label={t("admin.questForm.location.postalCode")} required error={errors?.postal_code?.message}>
            {(control) => <input {...control} {...form.register(`${name}.postal_code`)} autoComplete="off" />}
          </Field>
          <Button small tone="plain" onClick={() => setField("postal_code", noPostalCode)}>
            {t("admin.questForm.location.postalCode.none")}
          </Button>
        </div>
        <Field label={t("admin.questForm.location.country")} required error={errors?.country?.message}>
          {(control) => <input {...control} {...form.register(`${name}.country`)} autoComplete="off" />}
        </Field>
      </div>
      <Field
        label={t("admin.questForm.location.coordinates")}
        required
        hint={t("admin.questForm.location.coordinates.hint")}
        error={coordinatesMessage(errors?.coordinates, typed)}
      >
        {(control) => (
          <input
            {...control}
            {...form.register(`${name}.coordinates`)}
            className={`${control.className} ${styles.figures}`}
            autoComplete="off"
          />
        )}
      </Field>
      {hasMap ? (
        <div className={styles.smallMap}>
          <PositionPicker
            label={t("admin.questForm.location.map", { number })}
            position={placeIn(typed)}
            onPick={setCoordinates}
          />
        </div>
      ) : null}
      <Button
        tone="plain"
        small
        icon={<Trash aria-hidden="true" />}
        className={styles.remove}
        aria-label={t("admin.questForm.location.deleteNumber", { number })}
        onClick={onRemove}
      >
        {t("admin.questForm.location.delete")}
      </Button>
    </fieldset>
  );
}

/** The coordinates that were typed, where they are a place on a map. */
function placeIn(typed: string): Coordinates | undefined {
  const [latitude, longitude, ...rest] = parseCoordinates(typed ?? "");
  if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined;
}

function coordinatesMessage(error: unknown, typed: string): string | undefined {
  const message = messageIn(error);
  if (message === undefined || parseCoordinates(typed ?? "").length === 2) return message;
  const hasZero = (typed ?? "").split(",").some((part) => part.trim() !== "" && Number(part) === 0);
  return t(`admin.questForm.location.coordinates.${hasZero ? "zero" : "notTwo"}`);
}
