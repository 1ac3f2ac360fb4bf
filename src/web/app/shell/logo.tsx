import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/app.ts";
import { paths } from "../../foundation/paths.ts";
import styles from "./header.module.css";

/** Three stones and the name; links to home. */
export function Logo() {
  return (
    <Link to={paths.home} className={`center gap-8 ${styles.logo}`} aria-label={t("app.logo")}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          fill="currentColor"
          d="M5.6 26.2c.2-2.6 4.6-4.5 10.4-4.6 6-.1 10.6 1.6 10.7 4.3.1 2.4-4.5 3.9-10.4 4-6.2.1-10.9-1.3-10.7-3.7Z"
        />
        <path
          fill="currentColor"
          d="M8.2 17.8c.2-2.1 3.5-3.4 7.6-3.3 4.2.1 7.3 1.5 7.2 3.5-.1 2-3.4 3-7.5 2.9-4.2-.1-7.5-1.1-7.3-3.1Z"
        />
        <path
          fill="var(--ochre)"
          d="M11.3 10.3c.3-1.8 2.5-3.3 5.1-3.2 2.7.1 4.7 1.5 4.6 3.3-.1 1.8-2.3 2.7-4.9 2.6-2.7-.1-5.1-.9-4.8-2.7Z"
        />
      </svg>
      <span translate="no">Cairn</span>
    </Link>
  );
}
