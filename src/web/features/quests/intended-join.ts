const key = "cairn.join";

/** Remembers, in this tab, that the visitor who signs up now wants to join a quest. An address alone never joins. */
export function intendToJoin(questId: number): void {
  sessionStorage.setItem(key, String(questId));
}

/** True once after `intendToJoin`. */
export function takeIntentionToJoin(questId: number): boolean {
  if (sessionStorage.getItem(key) !== String(questId)) return false;
  sessionStorage.removeItem(key);
  return true;
}

/** The history state of the form's page right after joining. */
export const justJoined = { hasJustJoined: true };
