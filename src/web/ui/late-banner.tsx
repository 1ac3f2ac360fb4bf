import type { ComponentProps } from "react";
import { lazily } from "../foundation/texts/lazily.ts";
import type { Banner } from "./banner.tsx";
import { WhenFetched } from "./when-fetched.tsx";

/** Falls back to plain text if the code cannot be fetched. */
const Fetched = lazily("Banner", () => import("./banner.tsx").catch(() => ({ Banner: Words })));

function Words({ children }: ComponentProps<typeof Banner>) {
  return <div role="alert">{children}</div>;
}

/** A banner that is not part of the first load. */
export function LateBanner(banner: ComponentProps<typeof Banner>) {
  return (
    <WhenFetched>
      <Fetched {...banner} />
    </WhenFetched>
  );
}
