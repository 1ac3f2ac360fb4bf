import type { InputEvent } from "react";
import { plainNumber } from "../../protocol/plain-digits.ts";

/**
 * For every number input: browsers refuse digits and signs of most scripts there, so that they become those they take.
 * English browsers drop a comma: 12,5 would become 125.
 */
export function takeTypedDigits(event: InputEvent<HTMLInputElement>): void {
  const { data } = event;
  const plain = plainNumber(data).replace(/^,$/, ".");
  if (plain === data) return;
  event.preventDefault();
  // The only way that tells React and can be undone.
  document.execCommand("insertText", false, plain);
}
