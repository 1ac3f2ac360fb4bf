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

/** In the header: how many data points have not arrived, as a link to them; nothing where all have. */
export function OutboxBadge({ account }: { account: string }) {
  const count = useUndeliveredCount(account);
  // From the first data point that waits on it matters that the browser keeps it.
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
      // What cannot be read is told by the page, not by the header.
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
