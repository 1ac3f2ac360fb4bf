import { useEffect, useRef } from "react";

/** Fetches and decodes photos before they are shown, and keeps them until others are. */
export function usePhotosAhead(addresses: readonly (string | null | undefined)[]): void {
  const held = useRef(new Map<string, HTMLImageElement>());
  const joined = addresses.filter(Boolean).join("\n");
  useEffect(() => {
    const before = held.current;
    held.current = new Map(
      joined === ""
        ? []
        : joined.split("\n").map((address) => {
            const image = before.get(address) ?? new Image();
            if (!before.has(address)) {
              image.src = address;
              // One that cannot be shown says so where it is shown.
              image.decode?.().catch(() => undefined);
            }
            return [address, image];
          }),
    );
  }, [joined]);
}
