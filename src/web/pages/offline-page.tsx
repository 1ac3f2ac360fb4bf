import { useSearchParams } from "react-router";
import { ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { safePath } from "../features/auth/auth-session.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/offline.ts";
import styles from "./offline-page.module.css";

/** In the place of a page that only the server has, where it does not answer. */
export function OfflinePage() {
  const [search] = useSearchParams();
  return (
    <div className={styles.page}>
      <PageTitle>{t("offline.page.title")}</PageTitle>
      <h1>{t("offline.page.title")}</h1>
      <p>{t("offline.page.explanation")}</p>
      <div className={styles.ways}>
        {/* A page of the server: the browser loads it. */}
        <ButtonLink to={safePath(search.get("page") ?? undefined)} reloadDocument tone="next">
          {t("app.tryAgain")}
        </ButtonLink>
        <ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>
      </div>
    </div>
  );
}
