/** Names the background sync of the outbox. */
export const outboxTag = "cairn-outbox";

/** Whether the browser sends what waits while Cairn is closed. Otherwise, screens say that it has to be open. */
export const backgroundSync = { isAgreed: false };
