import type { Lock, Locker, RequestRelease } from "@tus/server";
import { DomainError } from "../refusals/domain-error.ts";

const waitMs = 10_000;

type Holder = { askToRelease: RequestRelease; released: Promise<void>; release: () => void };

/**
 * Lets one request at a time work on an upload, within this process: a volunteer who comes back over a new line need not
 * wait until the old one is known to be dead, and finds all that had come over it. It is a courtesy. What keeps bytes
 * apart, among processes too, is the database (`appendChunk`).
 */
export class ProcessLocks implements Locker {
  readonly #holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    let mine: Holder | undefined;
    return {
      lock: async (signal, askToRelease) => {
        const tooLate = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
        for (let held = this.#holders.get(id); held; held = this.#holders.get(id)) {
          await held.askToRelease();
          await orAborted(held.released, tooLate);
        }
        mine = newHolder(askToRelease);
        this.#holders.set(id, mine);
      },
      unlock: async () => {
        if (!mine) return;
        this.#holders.delete(id);
        mine.release();
        mine = undefined;
      },
    };
  }
}

function newHolder(askToRelease: RequestRelease): Holder {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { askToRelease, released, release };
}

/** @throws DomainError `upload_conflict` */
async function orAborted(wait: Promise<void>, signal: AbortSignal): Promise<void> {
  const refusal = () => new DomainError("upload_conflict");
  if (signal.aborted) throw refusal();
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(refusal());
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    await Promise.race([wait, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
