import type { Setting } from "../../../contract/installation.ts";
import styles from "./settings.module.css";

export function SettingsList({ settings }: { settings: readonly Setting[] }) {
  return (
    <dl className={`card ruled ${styles.settings}`}>
      {settings.map(({ name, value }) => (
        <div key={name} className="grid">
          <dt className="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
