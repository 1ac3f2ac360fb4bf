import { withUnit } from "../../protocol/units.ts";
import { asFigures, inOrder } from "../foundation/texts/area-texts.ts";

/** `187.5 cm`, which translators leave. */
export function figuresWithUnit(figures: string, unit: string | undefined): string {
  const words = withUnit(figures, unit);
  return words === figures ? inOrder(figures) : asFigures(words);
}
