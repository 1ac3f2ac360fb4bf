import type { Budget } from "../photos/decoding/byte-budget.ts";
import type { MemoryLentMessage, MemoryMessage } from "./leader-messages.ts";

/**
 * Lends one process memory of a budget that several share: all of them together take no more than it has. What the process has
 * not given back when it ends comes back by itself.
 */
export function lendMemory(
  budget: Budget,
  tell: (message: MemoryLentMessage) => void,
): { hear: (message: MemoryMessage) => void; end: () => void } {
  const lent = new Map<number, Promise<() => void>>();
  const takeBack = (id: number) => {
    void lent.get(id)?.then((giveBack) => giveBack());
    lent.delete(id);
  };
  return {
    hear(message) {
      const { id } = message;
      if (message.type === "cairn:memory-back") return takeBack(id);
      const taken = budget.take(message.bytes);
      lent.set(id, taken);
      void taken.then(() => lent.has(id) && tell({ type: "cairn:memory-lent", id }));
    },
    end() {
      for (const id of [...lent.keys()]) takeBack(id);
    },
  };
}

/** The other end of the line: a budget of this process that its leader has. */
export function borrowMemory(say: (message: MemoryMessage) => void): Budget & {
  hear: (message: MemoryLentMessage) => void;
} {
  let newestId = 0;
  const waiting = new Map<number, () => void>();
  return {
    async take(bytes) {
      newestId += 1;
      const id = newestId;
      await new Promise<void>((grant) => {
        waiting.set(id, grant);
        say({ type: "cairn:memory-wanted", id, bytes });
      });
      return () => say({ type: "cairn:memory-back", id });
    },
    hear({ id }) {
      waiting.get(id)?.();
      waiting.delete(id);
    },
  };
}
