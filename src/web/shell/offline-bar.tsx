import WifiOff from "lucide-react/icons/wifi-off";
import { useSyncExternalStore } from "react";
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

/** A slim bar while the device has no connection. */
export function OfflineBar() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {online ? null : (
        <p className={styles.bar}>
          <WifiOff aria-hidden="true" />
          {t("app.offline")}
        </p>
      )}
    </div>
  );
}
