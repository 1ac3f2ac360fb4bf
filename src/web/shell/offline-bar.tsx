import WifiOff from "lucide-react/icons/wifi-off";
import { useOnline } from "../components/use-online.ts";
import { t } from "../texts/app.ts";
import styles from "./offline-bar.module.css";

/** A slim bar while the device has no connection. */
export function OfflineBar() {
  const online = useOnline();
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
