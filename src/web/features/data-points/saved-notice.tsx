import CircleCheck from "lucide-react/icons/circle-check";
import MapPinOff from "lucide-react/icons/map-pin-off";
import { t } from "../../../../generated/web-texts/field.ts";
import type { Saved } from "../../capture/measuring/measurement-state.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import { isInTab } from "../../outbox/storage.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import styles from "./saved-notice.module.css";

/** Confirms that a data point is saved on this phone, or in this tab at least, or has arrived. Always rendered, so that screen readers announce it. */
export function SavedNotice({
  saved,
  hasArrived,
  onGivePosition,
}: {
  saved: Saved | undefined;
  hasArrived: boolean;
  onGivePosition: () => void;
}) {
  const lacks = saved?.position === "none";
  const isOnlyHere = saved !== undefined && !hasArrived && isInTab(saved.localId);
  return (
    <div
      role="status"
      className={classNames(
        styles.notice,
        saved && `cluster center gap-8 across-12 ${styles.shown}`,
        lacks && styles.lacks,
      )}
    >
      {saved ? (
        <>
          {lacks ? <MapPinOff aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
          <div className={`shrinks ${styles.text}`}>
            <strong className="text-18">{t(isOnlyHere ? "field.form.savedInTab" : "field.form.saved")}</strong>
            <p>{t(hasArrived ? "field.form.uploaded" : whatNext(saved, isOnlyHere))}</p>
          </div>
          {lacks ? (
            <Button small onClick={onGivePosition}>
              {t("field.form.givePosition")}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function whatNext({ position }: Saved, isOnlyHere: boolean) {
  if (position === "searching") return "field.form.savedSearching";
  if (position === "none") return "field.form.savedNoPosition";
  // The service worker doesn't have what is only in this tab.
  return backgroundSync.isAgreed && !isOnlyHere ? "field.form.savedSending" : "field.form.savedOpen";
}
