import CloudUpload from "lucide-react/icons/cloud-upload";
import { useEffect, useState } from "react";
import { NavLink } from "react-router";
import { onChange } from "../outbox/changes.ts";
import { countUndelivered } from "../outbox/outbox.ts";
import { askToKeep } from "../outbox/storage-room.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/outbox.ts";
import styles from "./outbox-badge.module.css";

/** In the header: how many data points have not arrived, as a link to them; nothing where all have. */
export function OutboxBadge({ account }: { account: string }) {
  const count = useUndeliveredCount(account);
  // From the first data point that waits on it matters that the browser keeps it.
  useEffect(() => {
    if (count > 0) void askToKeep();
  }, [count]);
  if (count === 0) return null;
  const words = t("outbox.waiting", { count });
  return (
    <NavLink to={paths.outbox} className={styles.badge ?? ""} aria-label={words}>
      <CloudUpload aria-hidden="true" />
      <span className={styles.words}>{words}</span>
      <span className={styles.number}>{count}</span>
    </NavLink>
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
