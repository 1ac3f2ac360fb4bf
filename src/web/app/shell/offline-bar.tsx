import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
import { t } from "../../../../generated/web-texts/app.ts";
import { onStaleness, staleSinceMs } from "../../foundation/api/staleness.ts";
import { formatAsOf } from "../../ui/dates.ts";
import { useOnline } from "../../ui/use-online.ts";
import styles from "./offline-bar.module.css";

/** A bar while the device is offline or visible data is old. It shows the age of the data. */
export function OfflineBar() {
  const online = useOnline();
  const sinceMs = useSyncExternalStore(onStaleness, staleSinceMs);
  return (
    <div role="status">
      {online && sinceMs === undefined ? null : (
        <p className={`row center gap-8 small strong ${styles.bar}`}>
          <WifiOff aria-hidden="true" />
          {sinceMs === undefined ? t("app.offline") : t("app.asOf", { moment: formatAsOf(new Date(sinceMs)) })}
        </p>
      )}
    </div>
  );
}
