import { t } from "../../../generated/web-texts/admin.ts";
import { SettingsList } from "../features/admin/settings-list.tsx";
import { OrganizationsTable } from "../features/organizations/organizations-table.tsx";
import { PendingRequests } from "../features/organizations/pending-requests.tsx";
import { useCall } from "../foundation/api/use-call.ts";
import { Fetched, Loaded } from "../ui/fetched.tsx";
import { AdminOnly } from "./desk/admin-only.tsx";
import { SettingsTabs } from "./desk/settings-tabs.tsx";

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
