import { PageTitle } from "../components/live-region.tsx";

export function AdminDatasetsPage() {
  return (
    <>
      <PageTitle>Datasets</PageTitle>
      <h1>Datasets</h1>
    </>
  );
}
