import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { t } from "../foundation/texts/tests.ts";
import { TesterOnly } from "./desk/tester-only.tsx";

export function GpsTestPage() {
  return (
    <TesterOnly title={t("tests.gps.title")}>
      <h1>{t("tests.gps.title")}</h1>
      <GpsTest />
    </TesterOnly>
  );
}
