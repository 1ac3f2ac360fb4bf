/**
 * Keeps keys from every handler of a page while an input method composes text, such as Japanese. Its Enter chooses a word and
 * must neither send a form nor choose an option. Safari ends the composition before it tells of that Enter, and gives it the
 * code 229.
 */
export function leaveKeysToComposing(page: Window): void {
  const keep = (event: KeyboardEvent) => {
    if (!event.isComposing && event.keyCode !== 229) return;
    event.stopImmediatePropagation();
    if (event.key === "Enter") event.preventDefault();
  };
  // Before all others.
  page.addEventListener("keydown", keep, true);
}
