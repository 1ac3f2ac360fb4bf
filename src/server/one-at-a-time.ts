import { regardlessOfRights } from "./database/rights.ts";

/**
 * Runs `work` when told to, never twice at once: told while it runs, it runs once more afterwards. It is everybody's, so
 * it has no rights of the call that told it.
 */
export class OneAtATime {
  readonly #work: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work;
    this.#onError = onError;
  }

  run(): void {
    this.#isWanted = true;
    this.#running ??= regardlessOfRights(() => this.#runWhileWanted());
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #runWhileWanted(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#work();
      } catch (error) {
        this.#onError(error);
      }
    }
    this.#running = undefined;
  }
}
