import { t } from "../../../generated/web-texts/components.ts";
import { describeAccuracy, formatAccuracy } from "./position-accuracy.ts";

/** `± 8 m, good`; nothing if unknown. */
export function Accuracy({ meters }: { meters: number | null }) {
  if (meters === null) return null;
  return <span>{t("components.accuracy", { radius: formatAccuracy(meters), grade: describeAccuracy(meters) })}</span>;
}
