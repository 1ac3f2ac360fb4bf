import type { Logger } from "pino";

/** What was started, to be ended in reverse order. */
export class Started {
  readonly #logger: Logger;
  readonly #ends: { name: string; end: () => unknown }[] = [];
  #ended: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  add(name: string, end: () => unknown): void {
    this.#ends.push({ name, end });
  }

  /** Ends everything, once, whoever asks; a failure is logged and keeps nothing else from ending. */
  endAll(): Promise<void> {
    this.#ended ??= this.#endInReverse();
    return this.#ended;
  }

  async #endInReverse(): Promise<void> {
    for (const { name, end } of this.#ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        this.#logger.error({ err: error }, `${name} did not close cleanly`);
      }
    }
  }
}
