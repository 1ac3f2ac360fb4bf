import { PageTitle } from "../components/live-region.tsx";

export function AdminApplicationsPage() {
  return (
    <>
      <PageTitle>Applications</PageTitle>
      <h1>Applications</h1>
    </>
  );
}
