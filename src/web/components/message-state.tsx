import type { ReactNode } from "react";
import { t } from "../texts/app.ts";
import { Button } from "./button.tsx";
import styles from "./message-state.module.css";

/** Nothing here: one sentence and one way on. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <ContourMark />
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}

/** It did not work: what happened, what was kept, and "Try again". */
export function FailedState({
  message,
  children,
  onRetry,
}: {
  message: string;
  children?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div className={styles.state} role="alert">
      <ContourMark />
      <p className={styles.text}>{message}</p>
      {children ? <div className={styles.detail}>{children}</div> : null}
      {onRetry ? <Button onClick={onRetry}>{t("app.tryAgain")}</Button> : null}
    </div>
  );
}

function ContourMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 96 48" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M2 46c10-4 14-22 30-26s18 8 30 2 18-12 32-8" />
      <path d="M10 46c8-3 12-16 24-19s17 8 29 3 17-9 31-6" />
      <path d="M20 46c6-2 9-10 17-12s15 7 26 3 18-6 31-3" />
      <path d="M31 46c3-1 5-5 9-5s10 4 20 2 20-4 34-2" />
    </svg>
  );
}
