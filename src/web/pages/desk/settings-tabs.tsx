import { t } from "../../../../generated/web-texts/desk.ts";
import { useProviderKind } from "../../foundation/auth/provider-kind.ts";
import { paths } from "../../foundation/paths.ts";
import styles from "./settings-tabs.module.css";

/** Tabs for settings and people. The embedded provider's pages have the same; other providers have their own console. */
export function SettingsTabs() {
  if (!useProviderKind()?.isEmbedded) return null;
  return (
    <nav className={styles.tabs} aria-label={t("desk.settings")}>
      <ul className="row gap-4">
        <li>
          <a className="row center muted strong" href={paths.adminSettings} aria-current="page">
            {t("desk.settings.installation")}
          </a>
        </li>
        <li>
          <a className="row center muted strong" href={paths.people}>{t("desk.settings.people")}</a>
        </li>
      </ul>
    </nav>
  );
}
