import { useState } from "react";
import { rich, t } from "../../../../generated/web-texts/admin.ts";
import { placeQueryLength } from "../../../contract/desk-limits.ts";
import type { Place } from "../../../contract/places.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "../../ui/combobox.module.css";
import { Field } from "../../ui/field.tsx";
import { SuggestionList, useSuggestions } from "../../ui/suggestions.tsx";
import { useSettled } from "../../ui/use-settled.ts";

/** A combobox that finds a town or village by its name. */
export function PlaceSearch({
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
    <div className={styles.combobox}>
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
        className={classNames(styles.list, styles.above)}
      >
        {({ name, administrative_area: area, country }) => (
          <>
            <strong>{name}</strong> {[area, country].filter(Boolean).join(", ")}
          </>
        )}
      </SuggestionList>
      <p className={`muted small ${styles.note}`} role="status">
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
