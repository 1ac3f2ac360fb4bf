import { type ComponentType, lazy } from "react";
import { pendingTexts } from "./area-texts.ts";

const listeners = new Set<() => void>();

/** Calls after each component that was fetched. */
export function onFetched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a chunk holds; one that the line cut off is asked for again, with growing pauses. */
export async function untilFetched<Chunk>(load: () => Promise<Chunk>, triesMax = Number.POSITIVE_INFINITY) {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (tries >= triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1_000 * tries));
    }
  }
}

/** A component in a chunk of its own, fetched when it is first shown, together with its texts. */
export function lazily<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    // Somebody looks at an empty place: after the third time they are told.
    const loaded = await untilFetched(load, 3);
    await pendingTexts();
    // React, which waits for this promise too, is to know it first.
    setTimeout(() => {
      for (const tell of listeners) tell();
    });
    return { default: loaded[name] };
  });
}
