import type { KeyboardEvent } from "react";
import { focusField } from "./focus-field.ts";

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
  else atEnd?.();
}

/** A question with a control of its own, not a group around the questions of its rows. */
const canTakeFocus = (question: HTMLElement) =>
  !question.querySelector("[data-field]") && question.querySelector("input, textarea, select, button") !== null;
