type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "preventDefault">;

/**
 * Whether a key belongs to an input method that composes text, such as Japanese. Its Enter chooses a word and must neither
 * send a form nor choose an option. Safari ends the composition before it tells of that Enter, and gives it the code 229.
 */
export function belongsToComposing(event: Key | { nativeEvent: Key }): boolean {
  const key = "nativeEvent" in event ? event.nativeEvent : event;
  if (!key.isComposing && key.keyCode !== 229) return false;
  if (key.key === "Enter") key.preventDefault();
  return true;
}
