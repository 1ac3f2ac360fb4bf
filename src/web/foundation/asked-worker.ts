type Asked = { id: number; question: unknown };
type Answered = { id: number; answer?: unknown; error?: string };

/** A worker that answers by `answerQuestions`. It starts with the first question, and again after it broke. */
export class AskedWorker {
  readonly #waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
  #lastId = 0;
  #worker: Worker | undefined;

  constructor(private readonly make: () => Worker) {}

  /** @throws Error if the worker can't be started, or can't answer */
  async ask<Answer>(question: unknown): Promise<Answer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, question } satisfies Asked);
    });
  }

  #start(): Worker {
    const worker = this.make();
    worker.addEventListener("message", ({ data: { id, answer, error } }: MessageEvent<Answered>) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) asked?.resolve(answer as never);
      else asked?.reject(new Error(error));
    });
    // Its script could not be loaded, or the memory ran out.
    worker.addEventListener("error", () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(new Error("The worker stopped."));
      this.#waiting.clear();
    });
    return worker;
  }
}

/** In a worker: answers every question that the page asks. */
export function answerQuestions<Question>(answerOf: (question: Question) => Promise<unknown>): void {
  addEventListener("message", async ({ data: { id, question } }: MessageEvent<Asked>) => {
    try {
      postMessage({ id, answer: await answerOf(question as Question) } satisfies Answered);
    } catch (error) {
      postMessage({ id, error: String(error) } satisfies Answered);
    }
  });
}
