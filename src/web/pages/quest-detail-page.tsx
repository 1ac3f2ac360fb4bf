import { PageTitle } from "../components/live-region.tsx";

export function QuestDetailPage() {
  return (
    <>
      <PageTitle>Quest</PageTitle>
      <h1>Quest</h1>
    </>
  );
}
