import { type ComponentType, lazy } from "react";
import { Route, Routes } from "react-router";
import { HomePage } from "./pages/home-page.tsx";
import { paths } from "./paths.ts";
import { AppShell } from "./shell/app-shell.tsx";

/** A page in a chunk of its own, fetched when its address is opened. */
function page<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const QuestDetailPage = page("QuestDetailPage", () => import("./pages/quest-detail-page.tsx"));
const QuestDataPage = page("QuestDataPage", () => import("./pages/quest-data-page.tsx"));
const ProfilePage = page("ProfilePage", () => import("./pages/profile-page.tsx"));
const GpsTestPage = page("GpsTestPage", () => import("./pages/gps-test-page.tsx"));
const PlantIdPage = page("PlantIdPage", () => import("./pages/plant-id-page.tsx"));
const AdminQuestsPage = page("AdminQuestsPage", () => import("./pages/admin-quests-page.tsx"));
const AdminApplicationsPage = page("AdminApplicationsPage", () => import("./pages/admin-applications-page.tsx"));
const AdminDatasetsPage = page("AdminDatasetsPage", () => import("./pages/admin-datasets-page.tsx"));
const AdminSamplesPage = page("AdminSamplesPage", () => import("./pages/admin-samples-page.tsx"));
const AdminSettingsPage = page("AdminSettingsPage", () => import("./pages/admin-settings-page.tsx"));
const AdminFeatureTestingPage = page("AdminFeatureTestingPage", () => import("./pages/admin-feature-testing-page.tsx"));
const NotFoundPage = page("NotFoundPage", () => import("./pages/not-found-page.tsx"));

/** Every address of the app. Who may see a page, the page says itself. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.quest(":id")} element={<QuestDetailPage />} />
        <Route path={paths.questData(":id")} element={<QuestDataPage />} />
        <Route path={paths.profile} element={<ProfilePage />} />
        <Route path={paths.gpsTest} element={<GpsTestPage />} />
        <Route path={paths.plantId} element={<PlantIdPage />} />
        <Route path={paths.admin} element={<AdminQuestsPage />} />
        <Route path={paths.adminApplications} element={<AdminApplicationsPage />} />
        <Route path={paths.adminDatasets} element={<AdminDatasetsPage />} />
        <Route path={`${paths.adminSamples}/:id?`} element={<AdminSamplesPage />} />
        <Route path={paths.adminSettings} element={<AdminSettingsPage />} />
        <Route path={paths.adminFeatureTesting} element={<AdminFeatureTestingPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
