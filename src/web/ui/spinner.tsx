import styles from "./spinner.module.css";

/** A turning circle without a text. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
