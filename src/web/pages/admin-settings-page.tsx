import { t } from "../../../generated/web-texts/admin.ts";
import { t as deskText } from "../../../generated/web-texts/desk.ts";
import type { Setting } from "../../contract/installation.ts";
import { PendingRequests } from "../features/organizations/organization-requests.tsx";
import { OrganizationsTable } from "../features/organizations/organizations-table.tsx";
import { useCall } from "../foundation/api/use-call.ts";
import { useProviderKind } from "../foundation/auth/provider-kind.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { Fetched, Loaded } from "../ui/fetched.tsx";
import styles from "./admin-settings-page.module.css";
import { AdminOnly } from "./desk/admin-only.tsx";

export function AdminSettingsPage() {
  return (
    <AdminOnly title={t("admin.settings.title")}>
      <SettingsTabs />
      <h1>{t("admin.settings.title")}</h1>
      <Settings />
    </AdminOnly>
  );
}

function Settings() {
  const organizations = useCall("listOrganizations", {});
  const settings = useCall("getSettings", {});
  return (
    <>
      <PendingRequests />
      <Loaded of={organizations} height="16rem">
        {(data) => <OrganizationsTable organizations={data} />}
      </Loaded>
      <h2>{t("admin.settings.inForce")}</h2>
      <Fetched
        items={settings.data}
        error={settings.error}
        onRetry={() => void settings.mutate()}
        empty={t("admin.settings.none")}
      >
        {(items) => <SettingsList settings={items} />}
      </Fetched>
    </>
  );
}

function SettingsList({ settings }: { settings: readonly Setting[] }) {
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

/** Tabs for settings and people. The embedded provider's pages have the same; other providers have their own console. */
function SettingsTabs() {
  if (!useProviderKind()?.isEmbedded) return null;
  return (
    <nav className={styles.tabs} aria-label={deskText("desk.settings")}>
      <ul className="row gap-4">
        <li>
          <a className="row center muted strong" href={deskPaths.settings} aria-current="page">
            {deskText("desk.settings.installation")}
          </a>
        </li>
        <li>
          <a className="row center muted strong" href={paths.people}>
            {deskText("desk.settings.people")}
          </a>
        </li>
      </ul>
    </nav>
  );
}
