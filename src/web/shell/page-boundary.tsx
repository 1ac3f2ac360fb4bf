import { Component, type ErrorInfo, type ReactNode } from "react";
import { FailedState } from "../components/message-state.tsx";
import { t } from "../texts/app.ts";

/** Keeps the rest of the app working if a page fails to render or load. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <FailedState message={t("app.pageFailed")} onRetry={() => window.location.reload()}>
        {t("app.pageFailed.nothingLost")}
      </FailedState>
    );
  }
}
