import { PageTitle } from "../components/live-region.tsx";

export function QuestDataPage() {
  return (
    <>
      <PageTitle>Data Points</PageTitle>
      <h1>Data Points</h1>
    </>
  );
}
