import { useState } from "react";
import { t } from "../../../../generated/web-texts/installation.ts";
import { isInOtherApp } from "../../foundation/phone/browser.ts";
import { Banner } from "../../ui/banner.tsx";
import styles from "./app-shell.module.css";

/** Until somebody has read it, in this tab. */
export function InOtherApp() {
  const [isClosed, setIsClosed] = useState(false);
  if (isClosed || !isInOtherApp()) return null;
  return (
    <div className={styles.problem}>
      <Banner tone="warning" onClose={() => setIsClosed(true)}>
        {t("installation.inApp")}
      </Banner>
    </div>
  );
}
