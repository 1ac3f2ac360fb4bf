import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useClientConfiguration } from "../api/configuration.ts";
import { Button } from "../components/button.tsx";
import { useOnline } from "../components/use-online.ts";
import { keepCurrentLanguage } from "../texts/keep-language.ts";
import { t } from "../texts/offline.ts";
import { currentNewVersion, keepAppOnDevice, onNewVersion, showNewVersion } from "./app-version.ts";
import { isFormBegunHere, onBegunFormChange } from "./begun-form.ts";
import styles from "./later-bars.module.css";

/** Offers a new version, unless a form is unfinished or the device is offline. */
export function LaterBars() {
  const newVersion = useSyncExternalStore(onNewVersion, currentNewVersion);
  const isFormBegun = useSyncExternalStore(onBegunFormChange, isFormBegunHere);
  const isOnline = useOnline();
  const [mustWait, setMustWait] = useState(false);
  useEffect(keepAppOnDevice, []);
  const { data: configuration } = useClientConfiguration();
  const languages = configuration?.languages;
  useEffect(() => {
    // Without a connection, the next start tries again.
    if (languages) void keepCurrentLanguage(languages).catch(console.error);
  }, [languages]);
  const update = async () => setMustWait(!(await showNewVersion()));
  return (
    <div role="status">
      {newVersion === "none" || isFormBegun || !isOnline ? null : (
        <div className={styles.bar}>
          <RefreshCw aria-hidden="true" />
          <p>{t(mustWait ? "offline.update.later" : "offline.update.ready")}</p>
          <Button small onClick={() => void update()}>
            {t("offline.update.now")}
          </Button>
        </div>
      )}
    </div>
  );
}
