/** Names the background sync of the outbox. */
export const outboxTag = "cairn-outbox";
