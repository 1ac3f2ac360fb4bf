import { useClientConfiguration } from "../api/configuration.ts";
import { Banner } from "../components/banner.tsx";
import { PlantIdTest } from "../features/plant-identification/plant-id-test.tsx";
import { TesterOnly } from "../shell/tester-only.tsx";
import { t } from "../texts/tests.ts";

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
