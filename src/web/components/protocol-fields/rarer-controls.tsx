import type { BarcodeField, RankField } from "../../../protocol/field.ts";
import { lazily } from "../../texts/lazily.ts";
import { WhenFetched } from "../when-fetched.tsx";
import type { ControlProps } from "./control.ts";

/** Controls that few forms need, which are fetched only then. */
const RankedOptions = lazily("RankedOptions", () => import("./ranked-options.tsx"));
const CodeInput = lazily("CodeInput", () => import("./code-input.tsx"));

export const RankControl = (props: ControlProps<RankField>) => (
  <WhenFetched>
    <RankedOptions {...props} />
  </WhenFetched>
);

export const BarcodeControl = (props: ControlProps<BarcodeField>) => (
  <WhenFetched>
    <CodeInput {...props} />
  </WhenFetched>
);
