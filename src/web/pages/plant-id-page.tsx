import { t } from "../../../generated/web-texts/tests.ts";
import { PlantIdTest } from "../features/plant-identification/plant-id-test.tsx";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { Banner } from "../ui/banner.tsx";
import { TesterOnly } from "./desk/tester-only.tsx";

export function PlantIdPage() {
  const { data: configuration } = useClientConfiguration();
  return (
    <TesterOnly title={t("tests.plantId.title")}>
      <h1>{t("tests.plantId.title")}</h1>
      {configuration?.plant_id_configured === false ? (
        <Banner tone="warning">{t("tests.plantId.notConfigured")}</Banner>
      ) : null}
      <PlantIdTest />
    </TesterOnly>
  );
}
