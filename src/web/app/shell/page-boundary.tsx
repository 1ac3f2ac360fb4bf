import type { ReactNode } from "react";
import { t } from "../../../../generated/web-texts/app.ts";
import { FailedState } from "../../ui/message-state.tsx";
import { Part } from "../../ui/part.tsx";

/** Keeps the rest of the app working if a page fails to render or load. Its code comes again only with the document. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const failed = (
    <FailedState message={t("app.pageFailed")} onRetry={() => window.location.reload()}>
      {t("app.pageFailed.nothingLost")}
    </FailedState>
  );
  return <Part instead={failed}>{children}</Part>;
}
