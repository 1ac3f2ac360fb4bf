import { PageTitle } from "../components/live-region.tsx";

export function AdminFeatureTestingPage() {
  return (
    <>
      <PageTitle>Feature testing</PageTitle>
      <h1>Feature testing</h1>
    </>
  );
}
