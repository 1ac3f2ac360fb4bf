import type { ComponentProps } from "react";
import { lazily } from "../texts/lazily.ts";
import type { Banner } from "./banner.tsx";
import { WhenFetched } from "./when-fetched.tsx";

/** Where the code cannot be fetched, which may be what went wrong, the words alone do. */
const Fetched = lazily("Banner", () => import("./banner.tsx").catch(() => ({ Banner: Words })));

function Words({ children }: ComponentProps<typeof Banner>) {
  return <div role="alert">{children}</div>;
}

/** A banner that the first load does without. */
export function LateBanner(banner: ComponentProps<typeof Banner>) {
  return (
    <WhenFetched>
      <Fetched {...banner} />
    </WhenFetched>
  );
}
