import type { Logger } from "pino";

/** More than running work should take; then the next part ends anyway. */
const endTimeoutMs = 10_000;

type Ending = { name: string; end: () => unknown; timeoutMs: number };

/** Parts to end, in reverse order of their start. */
export class Started {
  readonly #endings: Ending[] = [];
  #ended: Promise<void> | undefined;

  constructor(private readonly logger: Logger) {}

  /** True once the end was requested: what starts now ends as well. */
  get isEnding(): boolean {
    return this.#ended !== undefined;
  }

  /** Parts that are added during the end are ended as well. */
  add(name: string, end: () => unknown, { timeoutMs = endTimeoutMs } = {}): void {
    this.#endings.push({ name, end, timeoutMs });
  }

  /** Ends everything once; failures and delays are logged and don't block the rest. */
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
        this.logger.error({ err: error }, `${name} did not close cleanly`);
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
