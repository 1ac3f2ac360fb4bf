import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
import { onStaleness, staleSinceMs } from "../api/staleness.ts";
import { formatAsOf } from "../components/dates.ts";
import { t } from "../texts/app.ts";
import styles from "./offline-bar.module.css";

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** A slim bar while the device has no connection, or what is in sight is not of now: it says since when it is known. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const sinceMs = useSyncExternalStore(onStaleness, staleSinceMs);
  return (
    <div role="status">
      {online && sinceMs === undefined ? null : (
        <p className={styles.bar}>
          <WifiOff aria-hidden="true" />
          {sinceMs === undefined ? t("app.offline") : t("app.asOf", { moment: formatAsOf(new Date(sinceMs)) })}
        </p>
      )}
    </div>
  );
}
