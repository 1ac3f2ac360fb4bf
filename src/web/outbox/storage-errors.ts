/** The device has no room for what was to be kept; nothing of it was. */
export class OutboxFullError extends Error {
  constructor(options?: ErrorOptions) {
    super("There is no room left on this device.", options);
  }
}

/**
 * Why what this browser keeps cannot be had. `none`: it keeps nothing (a private window, a setting). `newer`: another tab
 * runs a newer version of the app, reload this one. `blocked`: another tab has an older version open, close that one.
 */
export type UnavailableReason = "none" | "newer" | "blocked";

export class OutboxUnavailableError extends Error {
  readonly reason: UnavailableReason;
  constructor({ reason = "none", ...options }: ErrorOptions & { reason?: UnavailableReason } = {}) {
    super("This browser keeps no data points.", options);
    this.reason = reason;
  }
}
