import CloudUpload from "lucide-react/icons/cloud-upload";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { NavLink } from "react-router";
import { formatCount } from "../components/numbers.ts";
import { onChange } from "../outbox/changes.ts";
import { countUndelivered } from "../outbox/outbox.ts";
import { askToKeep } from "../outbox/storage-room.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/outbox.ts";
import { FirstWaitNotice } from "./first-wait-notice.tsx";
import styles from "./outbox-badge.module.css";

/** The number of undelivered records, as a link; hidden if there are none. */
export function OutboxBadge({ account }: { account: string }) {
  const count = useUndeliveredCount(account);
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

function useUndeliveredCount(account: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    let turn = 0;
    const reload = async () => {
      turn += 1;
      const mine = turn;
      // The outbox page shows the error.
      const counted = await countUndelivered(account).catch(() => 0);
      if (mine === turn) setCount(counted);
    };
    void reload();
    const stop = onChange(() => void reload());
    return () => {
      turn = Number.NaN;
      stop();
    };
  }, [account]);
  return count;
}
