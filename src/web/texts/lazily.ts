import { type ComponentType, lazy } from "react";
import { pendingTexts } from "./area-texts.ts";

/** A component in a chunk of its own, fetched when it is first shown, together with its texts. */
export function lazily<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
) {
  return lazy(async () => {
    const loaded = await load();
    await pendingTexts();
    return { default: loaded[name] };
  });
}
