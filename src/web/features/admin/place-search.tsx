import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { placeQueryLength } from "../../../contract/limits.ts";
import type { Place } from "../../../contract/places.ts";
import { usePlaces } from "../../api/admin.ts";
import { Field } from "../../components/field.tsx";
import { rich, t } from "../../texts/admin.ts";
import styles from "./place-search.module.css";

const typingPauseMs = 250;

/** Finds a town or village by its name, as a combobox: typed, then chosen by pointer, or by arrow keys and Enter. */
export function PlaceSearch({ onPick }: { onPick: (place: Place) => void }) {
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const asked = useSettled(text.trim(), typingPauseMs);
  const isAsked = asked.length >= placeQueryLength.min;
  const { data: places, error } = usePlaces(isAsked ? asked.slice(0, placeQueryLength.max) : undefined);
  const shown = isOpen && isAsked ? places : undefined;
  const activeIndex = Math.min(active, (shown?.length ?? 0) - 1);

  function pick(place: Place) {
    onPick(place);
    setText("");
    setIsOpen(false);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "Enter") {
      // Not yet: the form is sent by its button.
      event.preventDefault();
      const place = shown?.[activeIndex];
      if (place) pick(place);
    } else if (event.key === "Escape" && shown) {
      // The list closes, not the dialog.
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
      <div id={listId} role="listbox" aria-label={t("admin.questForm.place.found")} className={styles.list}>
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
        {isOpen && isAsked && error
          ? t("admin.questForm.place.failed")
          : shown?.length === 0
            ? t("admin.questForm.place.none")
            : shown
              ? rich("admin.questForm.place.source", {
                  link: (words) => (
                    <a href="https://www.geonames.org" target="_blank" rel="noreferrer" tabIndex={-1}>
                      {words}
                    </a>
                  ),
                })
              : null}
      </p>
    </div>
  );
}

/** A value once it has not changed for a moment. */
function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
