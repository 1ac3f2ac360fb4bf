import { useState } from "react";
import { LateBanner } from "../components/late-banner.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import styles from "./app-shell.module.css";

/** What went wrong with signing in or out, until the user has read it. */
export function SessionProblem() {
  const { problem } = useAuth();
  const [dismissed, setDismissed] = useState<string>();
  if (!problem || problem === dismissed) return null;
  return (
    <div className={styles.problem}>
      <LateBanner tone="danger" onClose={() => setDismissed(problem)}>
        {problem}
      </LateBanner>
    </div>
  );
}
