import type { ReactNode } from "react";
import { t } from "../texts/app.ts";
import { Button } from "./button.tsx";
import styles from "./message-state.module.css";

/** Nothing here: one sentence and one way on. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
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
      <p className={styles.text}>{message}</p>
      {children ? <div className={styles.detail}>{children}</div> : null}
      {onRetry ? <Button onClick={onRetry}>{t("app.tryAgain")}</Button> : null}
    </div>
  );
}
