/** The device's storage is full; nothing was written. */
export class OutboxFullError extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no room left on this device.", options);
  }
}

/**
 * Why the database cannot be opened. `none`: the browser has none (private window, setting). `newer`: another tab runs
 * a newer version of the app, reload this one. `blocked`: another tab has an older version open, close that one.
 */
export type UnavailableReason = "none" | "newer" | "blocked";

export class OutboxUnavailableError extends Error {
  readonly reason: UnavailableReason;
  constructor({ reason = "none", ...options }: ErrorOptions & { reason?: UnavailableReason } = {}) {
    super("This browser keeps no data points.", options);
    this.reason = reason;
  }
}
