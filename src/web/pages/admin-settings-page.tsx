import { PageTitle } from "../components/live-region.tsx";

export function AdminSettingsPage() {
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <h1>Settings</h1>
    </>
  );
}
