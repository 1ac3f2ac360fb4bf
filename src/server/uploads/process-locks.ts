import { EventEmitter, once } from "node:events";
import type { Lock, Locker, RequestRelease } from "@tus/server";
import { DomainError } from "../refusals/domain-error.ts";
import { withinTime } from "../within-time.ts";

const waitMs = 10_000;

/** The request that works on an upload; it emits `released`. */
class Holder extends EventEmitter {
  constructor(readonly askToRelease: RequestRelease) {
    super();
  }
}

/**
 * Lets one request at a time work on an upload, within this process: a volunteer who reconnects need not wait until the
 * old connection is known to be dead, and finds all that it delivered. The database keeps bytes consistent among
 * processes (`appendChunk`). The package's own `MemoryLocker` polls without a pause.
 */
export class ProcessLocks implements Locker {
  readonly #holders = new Map<string, Holder>();

  newLock(id: string): Lock {
    let mine: Holder | undefined;
    return {
      lock: async (signal, askToRelease) => {
        const tooLateMs = performance.now() + waitMs;
        for (let held = this.#holders.get(id); held; held = this.#holders.get(id)) {
          await held.askToRelease();
          if (this.#holders.get(id) !== held) continue;
          const leftMs = tooLateMs - performance.now();
          await orConflict(withinTime(leftMs, (ending) => once(held, "released", { signal: ending }), signal));
        }
        mine = new Holder(askToRelease);
        this.#holders.set(id, mine);
      },
      unlock: async () => {
        if (!mine) return;
        this.#holders.delete(id);
        mine.emit("released");
        mine = undefined;
      },
    };
  }
}

/** @throws DomainError `upload_conflict` */
async function orConflict(wait: Promise<unknown>): Promise<void> {
  try {
    await wait;
  } catch (cause) {
    throw new DomainError("upload_conflict", { cause });
  }
}
