import { Component, type ErrorInfo, type ReactNode } from "react";
import { FailedState } from "../components/message-state.tsx";

/** Keeps the header and the rest of the app alive when a page breaks, or its code cannot be fetched. */
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
      <FailedState message="This page could not be shown." onRetry={() => window.location.reload()}>
        Nothing that you had sent is lost.
      </FailedState>
    );
  }
}
