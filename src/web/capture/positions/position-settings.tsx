import { t } from "../../../../generated/web-texts/position.ts";
import { isApplePhone } from "../../foundation/phone/browser.ts";
import { formatAccuracy } from "../../ui/position-words.tsx";

/** Where a phone's settings say whether and how exactly it tells its position. `accuracyMeters`: it does, roughly. */
export function PositionSettings({ accuracyMeters }: { accuracyMeters: number | undefined }) {
  const isAndroid = /Android/.test(navigator.userAgent);
  return (
    <p className="small">
      {accuracyMeters === undefined ? null : t("position.imprecise", { radius: formatAccuracy(accuracyMeters) })}{" "}
      {isApplePhone() ? t("position.settings.apple") : isAndroid ? t("position.settings.android") : null}
    </p>
  );
}
