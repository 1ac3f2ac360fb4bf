import { useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./outbox-badge.module.css";

const toldKey = "cairn.outbox.told";
/** Records that are sent at once must not move the page. */
const firstMs = 4_000;

function hasBeenTold(): boolean {
  try {
    return localStorage.getItem(toldKey) !== null;
  } catch {
    return true;
  }
}

/** Explains once per device what may delete waiting records. */
export function FirstWaitNotice() {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (hasBeenTold()) return;
    const timer = setTimeout(setIsShown, firstMs, true);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  const close = () => {
    localStorage.setItem(toldKey, "1");
    setIsShown(false);
  };
  return (
    <div className={`cluster center gap-8 across-16 ${styles.notice}`} role="status">
      <p>
        <strong>{t("outbox.first.title")}</strong> {t("outbox.first.explanation")}
      </p>
      <Button small onClick={close}>
        {t("outbox.first.close")}
      </Button>
    </div>
  );
}
