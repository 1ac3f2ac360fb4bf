import CloudUpload from "lucide-react/icons/cloud-upload";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "react-router";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { paths } from "../../foundation/paths.ts";
import { countUndelivered } from "../../outbox/record.ts";
import { askToKeep } from "../../outbox/storage-room.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../ui/numbers.ts";
import styles from "./outbox-badge.module.css";

/** The number of undelivered records, as a link; hidden if there are none. */
export function OutboxBadge({ account }: { account: string }) {
  const count = countUndelivered(useOutbox(account).records);
  // Waiting records need persistent storage.
  useEffect(() => {
    if (count > 0) void askToKeep();
  }, [count]);
  const [link, setLink] = useState<HTMLAnchorElement | null>(null);
  const header = link?.closest("header");
  if (count === 0) return null;
  const words = t("outbox.waiting", { count });
  return (
    <>
      <NavLink ref={setLink} to={paths.outbox} className={styles.badge ?? ""} aria-label={words} data-badge="">
        <CloudUpload aria-hidden="true" />
        <span className={styles.words}>{words}</span>
        <span className={styles.number}>{formatCount(count)}</span>
      </NavLink>
      {header ? createPortal(<FirstWaitNotice />, header) : null}
    </>
  );
}

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
function FirstWaitNotice() {
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
