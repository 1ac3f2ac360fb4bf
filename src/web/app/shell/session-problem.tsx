import { useState } from "react";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { LateBanner } from "../../ui/late-banner.tsx";
import styles from "./app-shell.module.css";

/** A dismissible message about signing in or out. */
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
