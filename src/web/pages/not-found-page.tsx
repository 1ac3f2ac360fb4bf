import { t } from "../../../generated/web-texts/components.ts";
import { paths } from "../foundation/paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import styles from "./not-found-page.module.css";

export function NotFoundPage() {
  return (
    <div className={`stack center gap-16 ${styles.page}`}>
      <PageTitle>{t("components.noSuchPage")}</PageTitle>
      <svg className={styles.hill} viewBox="0 0 320 160" fill="none" aria-hidden="true">
        <path d="M8 150c30-12 50-70 100-82s70 26 110 10 50-24 94-14" />
        <path d="M28 150c26-12 44-56 86-66s66 26 108 14 52-20 90-14" />
        <path d="M52 150c20-10 36-42 70-50s60 26 102 18 54-16 88-14" />
        <path d="M80 150c14-8 26-28 50-33s54 24 94 21 58-11 88-11" />
        <path d="M112 150c8-5 14-14 27-16s44 16 80 18 66-6 93-6" />
        <circle cx="140" cy="96" r="5" />
        <path d="M140 101v14m-5-9h10" />
      </svg>
      <h1>{t("components.noSuchPage")}</h1>
      <p>{t("components.noSuchPage.hint")}</p>
      <ButtonLink to={paths.home} tone="next">
        {t("app.findQuest")}
      </ButtonLink>
    </div>
  );
}
