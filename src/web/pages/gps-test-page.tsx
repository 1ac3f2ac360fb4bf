import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { TesterOnly } from "../shell/tester-only.tsx";

export function GpsTestPage() {
  return (
    <TesterOnly title="GPS test">
      <h1>GPS test</h1>
      <GpsTest />
    </TesterOnly>
  );
}
