import { useClientConfiguration } from "../api/configuration.ts";
import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { TesterOnly } from "../shell/tester-only.tsx";

export function GpsTestPage() {
  const { data: configuration } = useClientConfiguration();
  return (
    <TesterOnly title="GPS test">
      <h1>GPS test</h1>
      <GpsTest staticMapTemplate={configuration?.static_map_url} />
    </TesterOnly>
  );
}
