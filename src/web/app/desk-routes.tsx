import { Route, Routes } from "react-router";
import { deskPaths } from "../foundation/desk-paths.ts";
import { paths } from "../foundation/paths.ts";
import { lazyPage } from "../foundation/texts/lazily.ts";

const GpsTestPage = lazyPage("GpsTestPage", () => import("../pages/test-pages.tsx"));
const PlantIdPage = lazyPage("PlantIdPage", () => import("../pages/test-pages.tsx"));
const AdminQuestsPage = lazyPage("AdminQuestsPage", () => import("../pages/admin-quests-page.tsx"));
const QuestProgressPage = lazyPage("QuestProgressPage", () => import("../pages/quest-progress-page.tsx"));
const AdminLessonPage = lazyPage("AdminLessonPage", () => import("../pages/admin-lesson-page.tsx"));
const AdminStationsPage = lazyPage("AdminStationsPage", () => import("../pages/admin-stations-page.tsx"));
const AdminApplicationsPage = lazyPage("AdminApplicationsPage", () => import("../pages/admin-applications-page.tsx"));
const AdminDatasetsPage = lazyPage("AdminDatasetsPage", () => import("../pages/admin-datasets-page.tsx"));
const AdminReportsPage = lazyPage("AdminReportsPage", () => import("../pages/admin-reports-page.tsx"));
const AdminSamplesPage = lazyPage("AdminSamplesPage", () => import("../pages/admin-samples-page.tsx"));
const AdminReviewPage = lazyPage("AdminReviewPage", () => import("../pages/admin-review-page.tsx"));
const AdminTeamPage = lazyPage("AdminTeamPage", () => import("../pages/admin-team-page.tsx"));
const InvitationPage = lazyPage("InvitationPage", () => import("../pages/invitation-page.tsx"));
const AdminEvidencePage = lazyPage("AdminEvidencePage", () => import("../pages/admin-evidence-page.tsx"));
const AdminSettingsPage = lazyPage("AdminSettingsPage", () => import("../pages/admin-settings-page.tsx"));
const AdminFeatureTestingPage = lazyPage(
  "AdminFeatureTestingPage",
  () => import("../pages/admin-feature-testing-page.tsx"),
);
const LessonPage = lazyPage("LessonPage", () => import("../pages/lesson-page.tsx"));
const FieldMapPage = lazyPage("FieldMapPage", () => import("../pages/field-map-page.tsx"));
const AccountPage = lazyPage("AccountPage", () => import("../pages/account-page.tsx"));
const NewsPage = lazyPage("NewsPage", () => import("../pages/news-page.tsx"));
const QuestResultsPage = lazyPage("QuestResultsPage", () => import("../pages/quest-results-page.tsx"));
const ReleasePage = lazyPage("ReleasePage", () => import("../pages/release-page.tsx"));
const OrganizationPage = lazyPage("OrganizationPage", () => import("../pages/organization-page.tsx"));
const NewOrganizationPage = lazyPage("NewOrganizationPage", () => import("../pages/new-organization-page.tsx"));
const MailOffPage = lazyPage("MailOffPage", () => import("../pages/mail-off-page.tsx"));
const SharedContributionPage = lazyPage(
  "SharedContributionPage",
  () => import("../pages/shared-contribution-page.tsx"),
);
const SharePage = lazyPage("SharePage", () => import("../pages/share-page.tsx"));
const OfflinePage = lazyPage("OfflinePage", () => import("../pages/offline-page.tsx"));
const NotFoundPage = lazyPage("NotFoundPage", () => import("../pages/not-found-page.tsx"));

/** Pages outside the first load's routes: lessons, field maps, the account, results, releases, shared contributions, of organizations, for teams, testers and email links, news, shared photos, and the error pages. */
export function DeskRoutes() {
  return (
    <Routes>
      <Route path={paths.gpsTest} element={<GpsTestPage />} />
      <Route path={paths.plantId} element={<PlantIdPage />} />
      <Route path={deskPaths.quests} element={<AdminQuestsPage />} />
      <Route path={deskPaths.questProgress(":id")} element={<QuestProgressPage />} />
      <Route path={deskPaths.lesson(":id")} element={<AdminLessonPage />} />
      <Route path={deskPaths.stations(":id")} element={<AdminStationsPage />} />
      <Route path={deskPaths.applications} element={<AdminApplicationsPage />} />
      <Route path={deskPaths.datasets} element={<AdminDatasetsPage />} />
      <Route path={deskPaths.reports} element={<AdminReportsPage />} />
      <Route path={`${deskPaths.samples}/:id?`} element={<AdminSamplesPage />} />
      <Route path={deskPaths.review} element={<AdminReviewPage />} />
      <Route path={deskPaths.team} element={<AdminTeamPage />} />
      <Route path={deskPaths.evidence} element={<AdminEvidencePage />} />
      <Route path={deskPaths.settings} element={<AdminSettingsPage />} />
      <Route path={deskPaths.featureTesting} element={<AdminFeatureTestingPage />} />
      <Route path={paths.questLesson(":id")} element={<LessonPage />} />
      <Route path={paths.questMap(":id")} element={<FieldMapPage />} />
      <Route path={paths.ownAccount} element={<AccountPage />} />
      <Route path={paths.news} element={<NewsPage />} />
      <Route path={paths.questResults(":id")} element={<QuestResultsPage />} />
      <Route path={paths.release(":id", ":number")} element={<ReleasePage />} />
      <Route path={paths.sharedContribution(":id", ":number")} element={<SharedContributionPage />} />
      <Route path={paths.newOrganization} element={<NewOrganizationPage />} />
      <Route path={paths.organization(":id")} element={<OrganizationPage />} />
      {/* Linked from emails and messages only. */}
      <Route path="/invitations/:token" element={<InvitationPage />} />
      <Route path="/mail/off" element={<MailOffPage />} />
      <Route path={paths.share} element={<SharePage />} />
      <Route path={paths.offline} element={<OfflinePage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
