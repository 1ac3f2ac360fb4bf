import styles from "./progress-bar.module.css";

/** How much of a whole is done; more than the whole fills the bar. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <>
      {/* Browsers paint a meter each in their own way; it stays for those who cannot see the bar. */}
      <meter className="visually-hidden" min={0} max={max} value={value} aria-label={label} />
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${Math.min(100, (100 * value) / max)}%` }} />
      </span>
    </>
  );
}
