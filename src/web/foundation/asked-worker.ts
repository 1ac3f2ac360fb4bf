import { onRest } from "./page-rests.ts";

type Asked = { id: number; question: unknown };
type Answered = { id: number; answer?: unknown; error?: string };

type Waiting = { question: unknown; resolve: (answer: never) => void; reject: (error: Error) => void };

/**
 * A worker that answers by `answerQuestions`. It starts with the first question, and again after it broke. It ends while
 * its page rests, because nobody else could take from it what it holds; what it was asked is asked again afterwards.
 */
export class AskedWorker {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #worker: Worker | undefined;
  #rests = false;

  constructor(private readonly make: () => Worker) {
    onRest(
      () => {
        this.#rests = true;
        this.#worker?.terminate();
        this.#worker = undefined;
      },
      () => {
        this.#rests = false;
        for (const id of this.#waiting.keys()) this.#post(id);
      },
    );
  }

  /** @throws Error if the worker can't be started, or can't answer */
  async ask<Answer>(question: unknown): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { question, resolve, reject });
      if (!this.#rests) this.#post(id);
    });
  }

  #post(id: number): void {
    const asked = this.#waiting.get(id);
    if (!asked) return;
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, question: asked.question } satisfies Asked);
    } catch (error) {
      this.#waiting.delete(id);
      asked.reject(error as Error);
    }
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
