import { useState } from "react";
import { Banner } from "../components/banner.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import styles from "./app-shell.module.css";

/** What went wrong with signing in or out, until the user has read it. */
export function SessionProblem() {
  const { problem } = useAuth();
  const [dismissed, setDismissed] = useState<string>();
  if (!problem || problem === dismissed) return null;
  return (
    <div className={styles.problem}>
      <Banner tone="danger" onClose={() => setDismissed(problem)}>
        {problem}
      </Banner>
    </div>
  );
}
