import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/app.ts";
import { openApiAddress } from "../../foundation/api/addresses.ts";
import { useClientConfiguration } from "../../foundation/api/configuration.ts";
import { paths } from "../../foundation/paths.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./footer.module.css";

const LanguageSelect = lazily("LanguageSelect", () => import("./language-menu.tsx"));

/** @param isLater what the first load does without can be fetched */
export function Footer({ isLater }: { isLater: boolean }) {
  const { data: configuration } = useClientConfiguration();
  return (
    <footer className={`muted small ${styles.footer}`}>
      <svg className={styles.ridge} viewBox="0 0 1440 48" preserveAspectRatio="none" fill="none" aria-hidden="true">
        <path d="M0 34c120-8 190-26 320-20s190 26 330 16 210-26 350-20 250 26 440 8" />
        <path d="M0 41c130-7 200-22 330-17s180 22 320 14 220-23 360-17 250 21 430 8" />
        <path d="M0 47c140-6 210-17 340-13s170 17 310 11 230-19 370-14 240 17 420 7" />
      </svg>
      <div className={`cluster center between ${styles.line}`}>
        <p>{t("app.footer.copyright")}</p>
        <nav aria-label={t("app.footer")}>
          <ul className={`cluster ${styles.links}`}>
            <li>
              <Link to={paths.home}>{t("app.footer.findQuest")}</Link>
            </li>
            <li>
              <Link to={paths.profile}>{t("app.footer.profile")}</Link>
            </li>
            <li>
              <a href={openApiAddress}>{t("app.footer.api")}</a>
            </li>
            {configuration?.terms_url && (
              <li>
                <a href={configuration.terms_url}>{t("app.footer.terms")}</a>
              </li>
            )}
            <li>
              <a href="https://www.openstreetmap.org/copyright" rel="noreferrer">
                {t("app.footer.mapData")}
              </a>
            </li>
          </ul>
        </nav>
        <WhenFetched>{isLater ? <LanguageSelect /> : null}</WhenFetched>
      </div>
    </footer>
  );
}
