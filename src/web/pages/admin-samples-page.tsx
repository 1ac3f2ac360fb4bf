import { PageTitle } from "../components/live-region.tsx";

export function AdminSamplesPage() {
  return (
    <>
      <PageTitle>Samples</PageTitle>
      <h1>Samples</h1>
    </>
  );
}
