import { PageTitle } from "../components/live-region.tsx";

export function PlantIdPage() {
  return (
    <>
      <PageTitle>Plant ID test</PageTitle>
      <h1>Plant ID test</h1>
    </>
  );
}
