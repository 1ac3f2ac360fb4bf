import type { ReactNode } from "react";
import { FailedState } from "../components/message-state.tsx";
import { Part } from "../components/part.tsx";
import { t } from "../texts/app.ts";

/** Keeps the rest of the app working if a page fails to render or load. Its code comes again only with the document. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const failed = (
    <FailedState message={t("app.pageFailed")} onRetry={() => window.location.reload()}>
      {t("app.pageFailed.nothingLost")}
    </FailedState>
  );
  return <Part instead={failed}>{children}</Part>;
}
