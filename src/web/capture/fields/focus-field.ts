import type { KeyboardEvent } from "react";

/** Asks a group of rows to open the one that has the answer at the event's path, and then to focus that answer. */
export const openRowEvent = "cairn-open-row";

const triesMax = 20;
const againAfterMs = 100;

/** Scrolls to a field and focuses its control: the selected one of several, otherwise the first. */
export function focusField(form: HTMLElement | null, path: string, tries = 1): void {
  const fields = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const field = fields.find((each) => each.dataset.field === path);
  if (!field) {
    // It is in a closed row: the innermost group around it that is drawn opens the row.
    const groups = fields.filter(({ dataset }) => path.startsWith(`${dataset.field}.`));
    const event = new CustomEvent(openRowEvent, { detail: path, cancelable: true });
    const isOpening = groups.at(-1)?.dispatchEvent(event) === false;
    // The rows may not be fetched yet.
    if (!isOpening && tries < triesMax) setTimeout(() => focusField(form, path, tries + 1), againAfterMs);
    return;
  }
  for (let around = field.closest("details"); around; around = around.parentElement?.closest("details") ?? null) {
    around.open = true;
  }
  const find = (kind: string) => [...field.querySelectorAll<HTMLElement>(kind)].find((each) => !isHidden(each));
  const control = find("input:checked") ?? find("input, textarea, select") ?? find("button");
  if (!control) return;
  control.focus({ preventScroll: true });
  field.scrollIntoView?.({ block: "center" });
}

/** What Enter does by itself in them is right. */
const withOwnEnter = new Set(["button", "submit", "reset", "image", "file", "color"]);

/**
 * Enter in a question goes on to the next one and never sends the form: hand scanners append it, and phones' keyboards call
 * it "Next". After the last question `atEnd` is called.
 */
export function goOnWithEnter(event: KeyboardEvent<HTMLFormElement>, atEnd?: () => void): void {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.defaultPrevented) return;
  if (!(target instanceof HTMLInputElement) || withOwnEnter.has(target.type)) return;
  event.preventDefault();
  const question = target.closest<HTMLElement>("[data-field]");
  if (!question) return;
  const questions = [...form.querySelectorAll<HTMLElement>("[data-field]")].filter(canTakeFocus);
  const next = questions[questions.indexOf(question) + 1];
  if (next?.dataset.field !== undefined) focusField(form, next.dataset.field);
  else if (atEnd) atEnd();
  // The keyboard leaves room for what else there is to do.
  else target.blur();
}

/** A question in sight with a control of its own, not a group around the questions of its rows. */
const canTakeFocus = (question: HTMLElement) =>
  !question.querySelector("[data-field]") &&
  !isHidden(question) &&
  question.querySelector("input, textarea, select, button") !== null;

const isHidden = (element: HTMLElement) => element.closest("[hidden], details:not([open])") !== null;
