import type { Worker } from "node:worker_threads";
import type { ZodMiniType } from "zod/mini";
import type { Call } from "../../contract/call.ts";
import { startThread } from "../own-programs.ts";
import { DomainError, type FieldRefusal, fieldRefusalsOf } from "../refusals/domain-error.ts";
import { type Sender, Turns } from "../turns/turns.ts";

/** What the thread is asked: whether a body fits its call. */
export type BodyToCheck = Pick<Call, "method" | "path"> & { body: unknown; isToFirst: boolean };
/** What is wrong with it, or what the schema makes of it, if that is something else. */
export type CheckedBody = { info: FieldRefusal[] } | { data?: unknown };

type Asked = BodyToCheck & {
  sender: Sender;
  settle: { resolve: (checked: CheckedBody) => void; reject: (reason: unknown) => void };
};

/** Bodies in memory; further ones are refused. */
const waitingMax = 20;
const ofPersonMax = 5;

/**
 * Checks long bodies in a thread: a form of 100 kB with many expressions takes tenths of a second, in which nobody else
 * would be answered. One body at a time; nobody's come before everybody else's turn.
 */
export class BodyChecker {
  readonly #turns = new Turns<Asked>();
  #running: Asked | undefined;
  #thread: Worker | undefined;

  /** @throws DomainError `unavailable` if too many bodies wait */
  check(asked: BodyToCheck, person: string): Promise<CheckedBody> {
    if (this.#turns.waiting >= waitingMax || this.#turns.countOf(person) >= ofPersonMax) {
      throw new DomainError("unavailable.queueFull");
    }
    return new Promise((resolve, reject) => {
      this.#turns.add({ ...asked, sender: { person, organization: undefined }, settle: { resolve, reject } });
      this.#beginNext();
    });
  }

  async end(): Promise<void> {
    await this.#thread?.terminate();
  }

  #beginNext(): void {
    const next = this.#running ? undefined : this.#turns.begin();
    if (!next) return;
    this.#running = next;
    this.#thread ??= this.#start();
    const { method, path, body, isToFirst } = next;
    this.#thread.postMessage({ method, path, body, isToFirst } satisfies BodyToCheck);
  }

  #start(): Worker {
    const thread = startThread(import.meta.url, "body-checker-thread", {});
    thread.unref();
    thread.on("message", (checked: CheckedBody) => this.#settle(({ resolve }) => resolve(checked)));
    const onEnd = (reason: unknown) => {
      this.#thread = undefined;
      this.#settle(({ reject }) => reject(reason));
    };
    thread.on("error", onEnd);
    thread.on("exit", (code) => {
      if (this.#thread === thread) onEnd(new Error(`the thread that checks bodies ended with ${code}`));
    });
    return thread;
  }

  #settle(say: (settle: Asked["settle"]) => void): void {
    const asked = this.#running;
    this.#running = undefined;
    if (!asked) return;
    this.#turns.end(asked);
    say(asked.settle);
    this.#beginNext();
  }
}

/** @param isToFirst whether only the first wrong field is wanted */
export function parseBody(
  schema: ZodMiniType,
  body: unknown,
  isToFirst: boolean,
): { info: FieldRefusal[] } | { data: unknown } {
  const parsed = schema.safeParse(body, { reportInput: true, ...toFirstProblem(isToFirst) });
  return parsed.success ? { data: parsed.data } : { info: fieldRefusalsOf(parsed.error.issues) };
}

/** An option of zod that its types omit. */
const toFirstProblem = (abortEarly: boolean): object => (abortEarly ? { abortEarly } : {});
