import CloudUpload from "lucide-react/icons/cloud-upload";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "react-router";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { paths } from "../../foundation/paths.ts";
import { countUndelivered } from "../../outbox/record.ts";
import { askToKeep } from "../../outbox/storage-room.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { formatCount } from "../../ui/numbers.ts";
import { FirstWaitNotice } from "./first-wait-notice.tsx";
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
