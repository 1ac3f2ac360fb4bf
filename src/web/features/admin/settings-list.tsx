import type { Setting } from "../../../contract/installation.ts";
import { t } from "../../texts/admin.ts";
import styles from "./settings.module.css";

/** The server names a setting in English. */
const names = {
  "Public address": "admin.settings.name.publicAddress",
  "Listens on": "admin.settings.name.listensOn",
  Mode: "admin.settings.name.mode",
  "Demo data": "admin.settings.name.demoData",
  "Data folder": "admin.settings.name.dataFolder",
  Database: "admin.settings.name.database",
  Photos: "admin.settings.name.photos",
  "Identity provider": "admin.settings.name.identityProvider",
  Mail: "admin.settings.name.mail",
  "Plant identification": "admin.settings.name.plantIdentification",
  "Map tiles": "admin.settings.name.mapTiles",
  "Map attribution": "admin.settings.name.mapAttribution",
  "Static map": "admin.settings.name.staticMap",
  "Requests a minute": "admin.settings.name.requestsAMinute",
  "Behind a proxy": "admin.settings.name.behindAProxy",
  "Log level": "admin.settings.name.logLevel",
} as const;

const isKnown = (name: string): name is keyof typeof names => Object.hasOwn(names, name);

/** The configuration in force: the names of the settings in the reader's language, their values as the server gives them. */
export function SettingsList({ settings }: { settings: readonly Setting[] }) {
  return (
    <dl className={styles.settings}>
      {settings.map(({ name, value }) => (
        <div key={name}>
          <dt>{isKnown(name) ? t(names[name]) : name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
