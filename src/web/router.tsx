import { Route, Routes } from "react-router";
import { HomePage } from "./pages/home-page.tsx";
import { paths } from "./paths.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { lazily } from "./texts/lazily.ts";

const QuestDetailPage = lazily("QuestDetailPage", () => import("./pages/quest-detail-page.tsx"));
const QuestDataPage = lazily("QuestDataPage", () => import("./pages/quest-data-page.tsx"));
const OutboxPage = lazily("OutboxPage", () => import("./pages/outbox-page.tsx"));
const ProfilePage = lazily("ProfilePage", () => import("./pages/profile-page.tsx"));
const GpsTestPage = lazily("GpsTestPage", () => import("./pages/gps-test-page.tsx"));
const PlantIdPage = lazily("PlantIdPage", () => import("./pages/plant-id-page.tsx"));
const AdminQuestsPage = lazily("AdminQuestsPage", () => import("./pages/admin-quests-page.tsx"));
const AdminApplicationsPage = lazily("AdminApplicationsPage", () => import("./pages/admin-applications-page.tsx"));
const AdminDatasetsPage = lazily("AdminDatasetsPage", () => import("./pages/admin-datasets-page.tsx"));
const AdminSamplesPage = lazily("AdminSamplesPage", () => import("./pages/admin-samples-page.tsx"));
const AdminSettingsPage = lazily("AdminSettingsPage", () => import("./pages/admin-settings-page.tsx"));
const AdminFeatureTestingPage = lazily(
  "AdminFeatureTestingPage",
  () => import("./pages/admin-feature-testing-page.tsx"),
);
const NotFoundPage = lazily("NotFoundPage", () => import("./pages/not-found-page.tsx"));

/** Every address of the app. A page but the first comes when its address is opened; who may see it, it says itself. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.quest(":id")} element={<QuestDetailPage />} />
        <Route path={paths.questData(":id")} element={<QuestDataPage />} />
        <Route path={paths.outbox} element={<OutboxPage />} />
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
