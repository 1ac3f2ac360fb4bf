import { type ComponentType, lazy } from "react";
import { makeSignal } from "../signal.ts";
import { pendingTexts } from "./area-texts.ts";

const fetched = makeSignal();

/** Emitted after each fetched component. */
export const onFetched = fetched.listen;

/** Loads a chunk, with growing pauses between attempts. */
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

/** A component that is fetched with its texts when it is first shown. */
export function lazily<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    // Shows an error after the third attempt.
    const loaded = await untilFetched(load, 3);
    await pendingTexts();
    // React has to handle this promise first.
    setTimeout(fetched.emit);
    return { default: loaded[name] };
  });
}

/** A part beside the page, which does without it: fetched until it comes, so that its absence never is an error. */
export function lazilyBesidePage<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazily(name, () => untilFetched(load));
}
