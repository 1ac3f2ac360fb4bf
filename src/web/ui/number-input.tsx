import type { ComponentProps, InputEvent } from "react";
import { plainNumber } from "../../protocol/plain-digits.ts";

/** Every input of a number: it takes the digits and signs of all scripts. */
export const NumberInput = (props: Omit<ComponentProps<"input">, "type" | "onBeforeInput">) => (
  <input {...props} type="number" onBeforeInput={takeTypedDigits} />
);

/**
 * Browsers refuse digits and signs of most scripts in it, so that they become those they take. English browsers drop a comma:
 * 12,5 would become 125.
 */
function takeTypedDigits(event: InputEvent<HTMLInputElement>): void {
  const { data } = event;
  const plain = plainNumber(data).replace(/^,$/, ".");
  if (plain === data) return;
  event.preventDefault();
  // The only way that tells React and can be undone.
  document.execCommand("insertText", false, plain);
}
