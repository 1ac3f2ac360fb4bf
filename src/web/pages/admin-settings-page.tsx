import { errorMessages, statusMessages } from "../../contract/messages.ts";
import { useOrganizations, useSettings } from "../api/admin.ts";
import { Fetched } from "../components/fetched.tsx";
import { FailedState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { Organizations } from "../features/admin/organizations.tsx";
import { SettingsList } from "../features/admin/settings-list.tsx";
import { AccountsLink } from "../features/auth/accounts-link.tsx";
import { AdminOnly } from "../shell/admin-only.tsx";

export function AdminSettingsPage() {
  return (
    <AdminOnly title="Settings">
      <h1>Settings</h1>
      <AccountsLink />
      <Settings />
    </AdminOnly>
  );
}

function Settings() {
  const organizations = useOrganizations();
  const settings = useSettings();
  return (
    <>
      {organizations.data ? (
        <Organizations organizations={organizations.data} />
      ) : organizations.error ? (
        <FailedState message={errorMessages.fetchFailed} onRetry={() => void organizations.mutate()} />
      ) : (
        <Loading label={statusMessages.loading}>
          <Skeleton height="16rem" radius="10px" />
        </Loading>
      )}
      <h2>Configuration in force</h2>
      <Fetched
        items={settings.data}
        error={settings.error}
        onRetry={() => void settings.mutate()}
        empty="Nothing is configured."
      >
        {(items) => <SettingsList settings={items} />}
      </Fetched>
    </>
  );
}
