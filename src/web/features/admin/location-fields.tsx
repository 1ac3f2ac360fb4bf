import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useFieldArray, useWatch } from "react-hook-form";
import { t } from "../../../../generated/web-texts/admin.ts";
import { noPostalCode } from "../../../contract/desk-limits.ts";
import type { Place } from "../../../contract/places.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { PositionPicker } from "../../ui/map/position-picker.tsx";
import { PlaceSearch } from "./place-search.tsx";
import styles from "./quest-form.module.css";
import {
  emptyLocation,
  formatCoordinates,
  messageIn,
  parseCoordinates,
  type QuestFormControl,
} from "./quest-form-values.ts";

/** More maps make the form slow. */
const mapsShownMax = 12;

/** The locations of a quest. Removed ones are deleted when the form is saved. */
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
    <section className="stack gap-16 shrinks" aria-labelledby="locations-title">
      <div className="row center between gap-12">
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
        <p className="danger small strong" role="alert">
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

type TextField = "address_line1" | "address_line2" | "locality" | "administrative_area" | "postal_code" | "country";

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
  const first = useWatch({ control: form.control, name: "locations.0.coordinates" });
  const typed = useWatch({ control: form.control, name: `${name}.coordinates` });

  const setField = (field: TextField | "coordinates", value: string) =>
    form.setValue(`${name}.${field}`, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const setCoordinates = (coordinates: Coordinates) => setField("coordinates", formatCoordinates(coordinates));

  /** Fills in empty fields only. */
  function takePlace(place: Place) {
    setCoordinates(place.coordinates);
    const filledIn = { locality: place.name, administrative_area: place.administrative_area, country: place.country };
    for (const field of ["locality", "administrative_area", "country"] as const) {
      if (form.getValues(`${name}.${field}`).trim() === "") setField(field, filledIn[field] ?? "");
    }
  }

  const textField = (field: TextField, label: string, isRequired = false) => (
    <Field label={label} required={isRequired} error={errors?.[field]?.message}>
      {(control) => <input {...control} {...form.register(`${name}.${field}`)} autoComplete="off" />}
    </Field>
  );

  return (
    <fieldset className={`stack gap-12 pad-16 ${styles.location}`}>
      <legend className={styles.legend}>{t("admin.questForm.location", { number })}</legend>
      <PlaceSearch near={placeIn(typed) ?? placeIn(first)} onPick={takePlace} />
      <div className={`grid start gap-12 across-16 ${styles.pair}`}>
        {textField("address_line1", t("admin.questForm.location.addressLine1"))}
        {textField("address_line2", t("admin.questForm.location.addressLine2"))}
        {textField("locality", t("admin.questForm.location.locality"), true)}
        {textField("administrative_area", t("admin.questForm.location.administrativeArea"), true)}
        <div>
          {textField("postal_code", t("admin.questForm.location.postalCode"), true)}
          <Button small tone="plain" onClick={() => setField("postal_code", noPostalCode)}>
            {t("admin.questForm.location.postalCode.none")}
          </Button>
        </div>
        {textField("country", t("admin.questForm.location.country"), true)}
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

/** The typed coordinates, if they are valid. */
function placeIn(typed: string): Coordinates | undefined {
  const [latitude, longitude, ...rest] = parseCoordinates(typed ?? "");
  if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : undefined;
}

function coordinatesMessage(error: unknown, typed: string): string | undefined {
  const message = messageIn(error);
  if (message === undefined || parseCoordinates(typed ?? "").length === 2) return message;
  const hasZero = plainNumber(typed ?? "")
    .split(",")
    .some((part) => part.trim() !== "" && Number(part) === 0);
  return t(`admin.questForm.location.coordinates.${hasZero ? "zero" : "notTwo"}`);
}
