import { Component, type ReactNode } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import { FailedState } from "./message-state.tsx";

type Props = {
  children: ReactNode;
  /** What is drawn: another one is drawn although this one failed. */
  of?: unknown;
  /** Shown in place of what failed, instead of "Try again", which draws it anew. */
  instead?: ReactNode;
};
type State = { hasFailed: boolean; of: unknown };

/** A part of a page that can't be drawn takes only itself; React logs the error. */
export class Part extends Component<Props, State> {
  override state: State = { hasFailed: false, of: undefined };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  static getDerivedStateFromProps = ({ of }: Props, state: State): State | null =>
    of === state.of ? null : { hasFailed: false, of };

  override render() {
    const { children, instead } = this.props;
    if (!this.state.hasFailed) return children;
    return instead ?? <FailedState message={t("app.partFailed")} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
