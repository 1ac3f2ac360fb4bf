import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { placeQueryLength } from "../../../contract/desk-limits.ts";
import type { Place } from "../../../contract/places.ts";
import type { Coordinates } from "../../../contract/scalars.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { rich, t } from "../../foundation/texts/admin.ts";
import { Field } from "../../ui/field.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./place-search.module.css";

/** A combobox that finds a town or village by its name. */
export function PlaceSearch({
  near,
  onPick,
}: {
  /** Places around it come first. */
  near: Coordinates | undefined;
  onPick: (place: Place) => void;
}) {
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useSettled(text.trim());
  const isAsked = asked.length >= placeQueryLength.min;
  const { data: places, error } = useCall(
    "searchPlaces",
    isAsked ? { query: { q: asked.slice(0, placeQueryLength.max), ...(near && { near: near.join(",") }) } } : undefined,
  );
  const shown = isOpen && isAsked ? places : undefined;
  const activeIndex = Math.min(active, (shown?.length ?? 0) - 1);

  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView?.({ block: "nearest" });
  }, [activeIndex]);

  function pick(place: Place) {
    onPick(place);
    setText("");
    setIsOpen(false);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "Enter") {
      // Does not submit the form.
      event.preventDefault();
      const place = shown?.[activeIndex];
      if (place) pick(place);
    } else if (event.key === "Escape" && shown) {
      // Closes the list, not the dialog.
      event.preventDefault();
      event.stopPropagation();
      setIsOpen(false);
    } else if (shown && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const count = shown.length;
      setActive((activeIndex + (event.key === "ArrowDown" ? 1 : count - 1)) % Math.max(count, 1));
    }
  }

  return (
    <div className={styles.search}>
      <Field label={t("admin.questForm.place")} hint={t("admin.questForm.place.hint")}>
        {(control) => (
          <input
            {...control}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={Boolean(shown?.length)}
            aria-controls={listId}
            aria-activedescendant={shown?.length ? `${listId}-${activeIndex}` : undefined}
            autoComplete="off"
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActive(0);
              setIsOpen(true);
            }}
            onKeyDown={handleKey}
            onBlur={() => setIsOpen(false)}
          />
        )}
      </Field>
      <div ref={list} id={listId} role="listbox" aria-label={t("admin.questForm.place.found")} className={styles.list}>
        {shown?.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input, which keeps the focus.
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={`${place.name}/${place.coordinates.join()}`}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === activeIndex}
            className={styles.option}
            // Before the input loses the focus, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(place)}
          >
            <strong>{place.name}</strong> {[place.administrative_area, place.country].filter(Boolean).join(", ")}
          </div>
        ))}
      </div>
      <p className={styles.note} role="status">
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
