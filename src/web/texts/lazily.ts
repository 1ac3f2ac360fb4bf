import { type ComponentType, lazy } from "react";
import { pendingTexts } from "./area-texts.ts";

const listeners = new Set<() => void>();

/** Calls after each component that was fetched. */
export function onFetched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A component in a chunk of its own, fetched when it is first shown, together with its texts. */
export function lazily<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    const loaded = await load();
    await pendingTexts();
    // React, which waits for this promise too, is to know it first.
    setTimeout(() => {
      for (const tell of listeners) tell();
    });
    return { default: loaded[name] };
  });
}
