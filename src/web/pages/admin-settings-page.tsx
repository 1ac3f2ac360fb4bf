import { useCall } from "../api/use-call.ts";
import { Fetched, Loaded } from "../components/fetched.tsx";
import { Organizations } from "../features/admin/organizations.tsx";
import { SettingsList } from "../features/admin/settings-list.tsx";
import { SettingsTabs } from "../features/auth/settings-tabs.tsx";
import { AdminOnly } from "../shell/admin-only.tsx";
import { t } from "../texts/admin.ts";

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
      <Loaded of={organizations} height="16rem">
        {(data) => <Organizations organizations={data} />}
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
