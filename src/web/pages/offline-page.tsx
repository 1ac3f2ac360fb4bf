import { useSearchParams } from "react-router";
import { t } from "../../../generated/web-texts/offline.ts";
import { safePath } from "../foundation/auth/safe-path.ts";
import { paths } from "../foundation/paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import styles from "./offline-page.module.css";

/** Shown instead of a page of the server that does not respond. */
export function OfflinePage() {
  const [search] = useSearchParams();
  return (
    <div className={`stack center gap-16 ${styles.page}`}>
      <PageTitle>{t("offline.page.title")}</PageTitle>
      <h1>{t("offline.page.title")}</h1>
      <p>{t("offline.page.explanation")}</p>
      <div className={`cluster gap-8 ${styles.ways}`}>
        {/* The browser loads it from the server. */}
        <ButtonLink to={safePath(search.get("page") ?? undefined)} reloadDocument tone="next">
          {t("app.tryAgain")}
        </ButtonLink>
        <ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>
      </div>
    </div>
  );
}
