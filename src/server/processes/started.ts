import type { Logger } from "pino";

/** Longer than what is under way should take; then the next thing ends, whatever this one still does. */
const endTimeoutMs = 10_000;

type Ending = { name: string; end: () => unknown; timeoutMs: number };

/** What was started, to be ended in reverse order. */
export class Started {
  readonly #logger: Logger;
  readonly #endings: Ending[] = [];
  #ended: Promise<void> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Whether somebody has asked for the end: what is started now ends as well. */
  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  /** What is added while all ends is ended too. */
  add(name: string, end: () => unknown, { timeoutMs = endTimeoutMs } = {}): void {
    this.#endings.push({ name, end, timeoutMs });
  }

  /** Ends everything, once, whoever asks; a failure or a delay is logged and keeps nothing else from ending. */
  endAll(): Promise<void> {
    this.#ended ??= this.#endInReverse();
    return this.#ended;
  }

  async #endInReverse(): Promise<void> {
    for (let last = this.#endings.pop(); last; last = this.#endings.pop()) {
      const { name, end, timeoutMs } = last;
      try {
        await within(timeoutMs, end);
      } catch (error) {
        this.#logger.error({ err: error }, `${name} did not close cleanly`);
      }
    }
  }
}

async function within(timeoutMs: number, end: () => unknown): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    await Promise.race([end(), late]);
  } finally {
    clearTimeout(timer);
  }
}
