import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { TesterOnly } from "../shell/tester-only.tsx";
import { t } from "../texts/tests.ts";

export function GpsTestPage() {
  return (
    <TesterOnly title={t("tests.gps.title")}>
      <h1>{t("tests.gps.title")}</h1>
      <GpsTest />
    </TesterOnly>
  );
}
