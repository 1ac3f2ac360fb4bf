import { Link } from "react-router";
import { paths } from "../paths.ts";
import { t } from "../texts/app.ts";
import styles from "./header.module.css";

/** Three stones and the name; leads home. */
export function Logo() {
  return (
    <Link to={paths.home} className={styles.logo} aria-label={t("app.logo")}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          fill="currentColor"
          d="M5.6 26.2c.2-2.6 4.6-4.5 10.4-4.6 6-.1 10.6 1.6 10.7 4.3.1 2.4-4.5 3.9-10.4 4-6.200.1-10.900-1.300-10.700-3.700Z"
        />
        <path
          fill="currentColor"
          d="M8.200 17.800c.2-2.100 3.500-3.400 7.600-3.300 4.200.1 7.300 1.500 7.200 3.500-.1 2-3.400 3-7.500 2.900-4.200-.1-7.500-1.100-7.300-3.100Z"
        />
        <path
          fill="var(--ochre)"
          d="M11.300 10.300c.3-1.800 2.500-3.300 5.100-3.200 2.700.1 4.700 1.500 4.600 3.300-.1 1.800-2.300 2.700-4.900 2.600-2.700-.1-5.100-.9-4.800-2.700Z"
        />
      </svg>
      <span>Cairn</span>
    </Link>
  );
}
