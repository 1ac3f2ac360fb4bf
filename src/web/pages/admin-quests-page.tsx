import { PageTitle } from "../components/live-region.tsx";

export function AdminQuestsPage() {
  return (
    <>
      <PageTitle>Quests</PageTitle>
      <h1>Quests</h1>
    </>
  );
}
