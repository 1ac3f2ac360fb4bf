import { useEffect, useState } from "react";
import { LaterBars } from "../../offline/later-bars.tsx";
import { Banner } from "../../ui/banner.tsx";
import styles from "./app-shell.module.css";
import { DeletedAccountNotice } from "./deleted-account-notice.tsx";
import { InOtherApp } from "./in-other-app.tsx";
import { startKeyboardRoom } from "./keyboard-room.ts";

/** What a page does without at first. */
export function LaterParts() {
  useEffect(startKeyboardRoom, []);
  return (
    <>
      <LaterBars />
      <DeletedAccountNotice />
      <InOtherApp />
    </>
  );
}

/** A dismissible message about signing in or out. */
export function SessionProblem({ problem }: { problem: string }) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className={styles.problem}>
      <Banner tone="danger" onClose={() => setIsDismissed(true)}>
        {problem}
      </Banner>
    </div>
  );
}
