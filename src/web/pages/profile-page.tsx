import { PageTitle } from "../components/live-region.tsx";

export function ProfilePage() {
  return (
    <>
      <PageTitle>Profile</PageTitle>
      <h1>Profile</h1>
    </>
  );
}
