import styles from "./spinner.module.css";

/** Turns while something is under way; the words for it belong to whoever shows it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
