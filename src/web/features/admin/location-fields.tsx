import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { rich, t } from "../../../../generated/web-texts/admin.ts";
import { noPostalCode, placeQueryLength } from "../../../contract/desk-limits.ts";
import type { Place } from "../../../contract/places.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { plainNumber } from "../../../protocol/plain-digits.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import comboboxStyles from "../../ui/combobox.module.css";
import { Field } from "../../ui/field.tsx";
import { PositionPicker } from "../../ui/map/position-picker.tsx";
import { SuggestionList, useSuggestions } from "../../ui/suggestions.tsx";
import { useSettled } from "../../ui/use-settled.ts";
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
      <div className="cluster center between gap-12">
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
      <legend className={`strong ${styles.legend}`}>{t("admin.questForm.location", { number })}</legend>
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
            className={`figures ${control.className}`}
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

/** A combobox that finds a town or village by its name. */
function PlaceSearch({
  near,
  onPick,
}: {
  /** Places around it come first. */
  near: Coordinates | undefined;
  onPick: (place: Place) => void;
}) {
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const asked = useSettled(text.trim());
  const isAsked = asked.length >= placeQueryLength.min;
  const { data: places, error } = useCall(
    "searchPlaces",
    isAsked ? { query: { q: asked.slice(0, placeQueryLength.max), ...(near && { near: near.join(",") }) } } : undefined,
  );
  const suggestions = useSuggestions({
    found: (isOpen && isAsked && places) || [],
    isOpen: isOpen && isAsked && places !== undefined,
    first: 0,
    onClose: () => setIsOpen(false),
    onTake: (place) => {
      onPick(place);
      setText("");
      setIsOpen(false);
    },
  });

  return (
    <div className={comboboxStyles.combobox}>
      <Field label={t("admin.questForm.place")} hint={t("admin.questForm.place.hint")}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            {...suggestions.aria}
            aria-expanded={suggestions.hasList}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              suggestions.reset();
              setIsOpen(true);
            }}
            onKeyDown={suggestions.onKeyDown}
            onBlur={() => setIsOpen(false)}
          />
        )}
      </Field>
      <SuggestionList
        of={suggestions}
        aria-label={t("admin.questForm.place.found")}
        keyOf={({ name, coordinates }) => `${name}/${coordinates.join()}`}
        className={classNames("card", comboboxStyles.list, comboboxStyles.above)}
      >
        {({ name, administrative_area: area, country }) => (
          <>
            <strong>{name}</strong> {[area, country].filter(Boolean).join(", ")}
          </>
        )}
      </SuggestionList>
      <p className={`muted small ${comboboxStyles.note}`} role="status">
        {isOpen && isAsked ? <SearchNote places={places} hasFailed={error !== undefined} /> : null}
      </p>
    </div>
  );
}

function SearchNote({ places, hasFailed }: { places: readonly Place[] | undefined; hasFailed: boolean }) {
  if (places === undefined) return <>{t(`admin.questForm.place.${hasFailed ? "failed" : "searching"}`)}</>;
  if (places.length === 0) return <>{t("admin.questForm.place.none")}</>;
  return rich("admin.questForm.place.source", {
    link: (words) => (
      <a href="https://www.geonames.org" target="_blank" rel="noreferrer">
        {words}
      </a>
    ),
  });
}
