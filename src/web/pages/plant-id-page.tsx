import { useClientConfiguration } from "../api/configuration.ts";
import { Banner } from "../components/banner.tsx";
import { PlantIdTest } from "../features/plant-identification/plant-id-test.tsx";
import { TesterOnly } from "../shell/tester-only.tsx";

export function PlantIdPage() {
  const { data: configuration } = useClientConfiguration();
  return (
    <TesterOnly title="Plant ID test">
      <h1>Plant ID test</h1>
      {configuration?.plant_id_configured === false ? (
        <Banner tone="warning">Plant identification is not configured on this server.</Banner>
      ) : null}
      <PlantIdTest />
    </TesterOnly>
  );
}
