import { Route, Routes } from "react-router";
import { paths } from "../foundation/paths.ts";
import { lazyPage } from "../foundation/texts/lazily.ts";
import { HomePage } from "../pages/home-page.tsx";
import { AppShell } from "./shell/app-shell.tsx";

const QuestDetailPage = lazyPage("QuestDetailPage", () => import("../pages/quest-detail-page.tsx"));
const QuestDataPage = lazyPage("QuestDataPage", () => import("../pages/quest-data-page.tsx"));
const OutboxPage = lazyPage("OutboxPage", () => import("../pages/outbox-page.tsx"));
const ContributionsPage = lazyPage("ContributionsPage", () => import("../pages/contributions-page.tsx"));
const ProfilePage = lazyPage("ProfilePage", () => import("../pages/profile-page.tsx"));
const DeskRoutes = lazyPage("DeskRoutes", () => import("./desk-routes.tsx"));

/** All routes. Pages other than home load on demand and check access themselves. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppShell />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.quest(":id")} element={<QuestDetailPage />} />
        <Route path={paths.questData(":id")} element={<QuestDataPage />} />
        <Route path={paths.outbox} element={<OutboxPage />} />
        <Route path={paths.contribution(":id?")} element={<ContributionsPage />} />
        <Route path={paths.profile} element={<ProfilePage />} />
        <Route path="*" element={<DeskRoutes />} />
      </Route>
    </Routes>
  );
}
