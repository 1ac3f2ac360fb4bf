import RefreshCw from "lucide-react/icons/refresh-cw";
import { useEffect, useState, useSyncExternalStore } from "react";
import { t } from "../../../generated/web-texts/offline.ts";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { keepCurrentLanguage } from "../foundation/texts/keep-language.ts";
import { Button } from "../ui/button.tsx";
import { useOnline } from "../ui/use-online.ts";
import { useIsPartLate } from "../ui/when-fetched.tsx";
import { currentNewVersion, keepAppOnDevice, lookForNewVersion, onNewVersion, showNewVersion } from "./app-version.ts";
import { isFormBegunHere, onBegunFormChange } from "./begun-form.ts";
import styles from "./later-bars.module.css";

/** Offers a new version, unless a form is unfinished or the device is offline; says that a part of the page is missing. */
export function LaterBars() {
  const newVersion = useSyncExternalStore(onNewVersion, currentNewVersion);
  const isFormBegun = useSyncExternalStore(onBegunFormChange, isFormBegunHere);
  const isOnline = useOnline();
  const isPartLate = useIsPartLate();
  useEffect(keepAppOnDevice, []);
  useEffect(() => {
    // A new release no longer has the parts of older ones.
    if (isPartLate) lookForNewVersion();
  }, [isPartLate]);
  const { data: configuration } = useClientConfiguration();
  const languages = configuration?.languages;
  useEffect(() => {
    // Without a connection, the next start tries again.
    if (languages) void keepCurrentLanguage(languages).catch(console.error);
  }, [languages]);
  const offersVersion = newVersion !== "none" && !isFormBegun;
  return (
    <div role="status">
      {!isOnline ? null : offersVersion ? <NewVersion /> : isPartLate ? <LatePart canReload={!isFormBegun} /> : null}
    </div>
  );
}

function NewVersion() {
  const [mustWait, setMustWait] = useState(false);
  const update = async () => setMustWait(!(await showNewVersion()));
  return (
    <div className={`cluster center gap-8 across-12 ${styles.bar}`}>
      <RefreshCw aria-hidden="true" />
      <p>{t(mustWait ? "offline.update.later" : "offline.update.ready")}</p>
      <Button small onClick={() => void update()}>
        {t("offline.update.now")}
      </Button>
    </div>
  );
}

/** Without a signal, a reload could take a begun form away. */
function LatePart({ canReload }: { canReload: boolean }) {
  return (
    <div className={`cluster center gap-8 across-12 ${styles.bar}`}>
      <RefreshCw aria-hidden="true" />
      <p>{t("offline.part.late")}</p>
      {canReload ? (
        <Button small onClick={() => window.location.reload()}>
          {t("offline.part.reload")}
        </Button>
      ) : null}
    </div>
  );
}
