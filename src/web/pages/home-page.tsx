import { PageTitle } from "../components/live-region.tsx";

export function HomePage() {
  return (
    <>
      <PageTitle>Find a Quest</PageTitle>
      <h1>Find a Quest</h1>
    </>
  );
}
