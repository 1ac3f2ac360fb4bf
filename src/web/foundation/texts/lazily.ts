import { type ComponentType, lazy } from "react";
import { makeEmitter } from "../events/emitter.ts";
import { pendingTexts } from "./area-texts.ts";

const fetched = makeEmitter();

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

type PropsOf<Component> = Component extends ComponentType<infer Props> ? Props : never;

/**
 * A part of a page, fetched with its texts when it is first shown; until it comes, the rest of the page stays. Parts that
 * are wanted together come from one file, and so in one request.
 */
export function lazily<Name extends string, Chunk extends Record<Name, unknown>>(
  name: Name,
  load: () => Promise<Chunk>,
  triesMax?: number,
) {
  return lazy(async () => {
    const loaded = await untilFetched(load, triesMax);
    await pendingTexts();
    // React has to handle this promise first.
    setTimeout(fetched.emit);
    return { default: loaded[name] as ComponentType<PropsOf<Chunk[Name]>> };
  });
}

/** A page: after the third attempt an error shows. */
export function lazyPage<Name extends string, Chunk extends Record<Name, unknown>>(
  name: Name,
  load: () => Promise<Chunk>,
) {
  return lazily(name, load, 3);
}
