import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { t } from "../../../generated/web-texts/tests.ts";
import { GpsTest } from "../features/gps-test/gps-test.tsx";
import { PlantIdTest } from "../features/plant-identification/plant-id-test.tsx";
import { useClientConfiguration } from "../foundation/api/configuration.ts";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { Banner } from "../ui/banner.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { Loading } from "../ui/skeleton.tsx";
import styles from "./desk/admin-only.module.css";

/** A test page for feature testers. Redirects others to home. */
function TesterOnly({ title, children }: { title: string; children: ReactNode }) {
  const { status, isFeatureTester } = useAuth();
  if (status !== "unknown" && !isFeatureTester) return <Navigate to={paths.home} replace />;
  return (
    <div className={`stack gap-24 ${styles.page}`}>
      <PageTitle>{title}</PageTitle>
      {status === "unknown" ? <Loading /> : children}
    </div>
  );
}

export function GpsTestPage() {
  return (
    <TesterOnly title={t("tests.gps.title")}>
      <h1>{t("tests.gps.title")}</h1>
      <GpsTest />
    </TesterOnly>
  );
}

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
