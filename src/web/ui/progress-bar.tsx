import styles from "./progress-bar.module.css";

/** A progress bar, full at 100 % and above. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <>
      {/* For screen readers only, because browsers style it differently. */}
      <meter className="visually-hidden" min={0} max={max} value={value} aria-label={label} />
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${Math.min(100, (100 * value) / max)}%` }} />
      </span>
    </>
  );
}
