import { PageTitle } from "../components/live-region.tsx";

export function GpsTestPage() {
  return (
    <>
      <PageTitle>GPS test</PageTitle>
      <h1>GPS test</h1>
    </>
  );
}
