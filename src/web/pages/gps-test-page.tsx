import { t } from "../../../generated/web-texts/tests.ts";
import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { TesterOnly } from "./desk/tester-only.tsx";

export function GpsTestPage() {
  return (
    <TesterOnly title={t("tests.gps.title")}>
      <h1>{t("tests.gps.title")}</h1>
      <GpsTest />
    </TesterOnly>
  );
}
