import type { ReactNode } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import { Button } from "./button.tsx";
import styles from "./message-state.module.css";

/** An empty list: a sentence and the next step. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={`stack center gap-16 ${styles.state}`}>
      <p className="text-18">{children}</p>
      {action}
    </div>
  );
}

/** A failure: what happened, details and "Try again". */
export function FailedState({
  message,
  children,
  onRetry,
}: {
  message: string;
  children?: ReactNode;
  onRetry: () => void;
}) {
  return (
    <div className={`stack center gap-16 ${styles.state}`} role="alert">
      <p className="text-18">{message}</p>
      {children ? <div className="muted">{children}</div> : null}
      <Button onClick={onRetry}>{t("app.tryAgain")}</Button>
    </div>
  );
}
