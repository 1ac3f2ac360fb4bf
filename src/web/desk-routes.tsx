import { Route, Routes } from "react-router";
import { paths } from "./paths.ts";
import { lazily } from "./texts/lazily.ts";

const GpsTestPage = lazily("GpsTestPage", () => import("./pages/gps-test-page.tsx"));
const PlantIdPage = lazily("PlantIdPage", () => import("./pages/plant-id-page.tsx"));
const AdminQuestsPage = lazily("AdminQuestsPage", () => import("./pages/admin-quests-page.tsx"));
const QuestProgressPage = lazily("QuestProgressPage", () => import("./pages/quest-progress-page.tsx"));
const AdminLessonPage = lazily("AdminLessonPage", () => import("./pages/admin-lesson-page.tsx"));
const AdminStationsPage = lazily("AdminStationsPage", () => import("./pages/admin-stations-page.tsx"));
const AdminApplicationsPage = lazily("AdminApplicationsPage", () => import("./pages/admin-applications-page.tsx"));
const AdminDatasetsPage = lazily("AdminDatasetsPage", () => import("./pages/admin-datasets-page.tsx"));
const AdminReportsPage = lazily("AdminReportsPage", () => import("./pages/admin-reports-page.tsx"));
const AdminSamplesPage = lazily("AdminSamplesPage", () => import("./pages/admin-samples-page.tsx"));
const AdminReviewPage = lazily("AdminReviewPage", () => import("./pages/admin-review-page.tsx"));
const AdminTeamPage = lazily("AdminTeamPage", () => import("./pages/admin-team-page.tsx"));
const InvitationPage = lazily("InvitationPage", () => import("./pages/invitation-page.tsx"));
const AdminEvidencePage = lazily("AdminEvidencePage", () => import("./pages/admin-evidence-page.tsx"));
const AdminSettingsPage = lazily("AdminSettingsPage", () => import("./pages/admin-settings-page.tsx"));
const AdminFeatureTestingPage = lazily(
  "AdminFeatureTestingPage",
  () => import("./pages/admin-feature-testing-page.tsx"),
);
const LessonPage = lazily("LessonPage", () => import("./pages/lesson-page.tsx"));
const FieldMapPage = lazily("FieldMapPage", () => import("./pages/field-map-page.tsx"));
const NewsPage = lazily("NewsPage", () => import("./pages/news-page.tsx"));
const QuestResultsPage = lazily("QuestResultsPage", () => import("./pages/quest-results-page.tsx"));
const ReleasePage = lazily("ReleasePage", () => import("./pages/release-page.tsx"));
const OrganizationPage = lazily("OrganizationPage", () => import("./pages/organization-page.tsx"));
const NewOrganizationPage = lazily("NewOrganizationPage", () => import("./pages/new-organization-page.tsx"));
const MailOffPage = lazily("MailOffPage", () => import("./pages/mail-off-page.tsx"));
const SharedContributionPage = lazily("SharedContributionPage", () => import("./pages/shared-contribution-page.tsx"));
const SharePage = lazily("SharePage", () => import("./pages/share-page.tsx"));
const OfflinePage = lazily("OfflinePage", () => import("./pages/offline-page.tsx"));
const NotFoundPage = lazily("NotFoundPage", () => import("./pages/not-found-page.tsx"));

/** Pages outside the first load's routes: lessons, field maps, results, releases, shared contributions, of organizations, for teams, testers and email links, news, shared photos, and the error pages. */
export function DeskRoutes() {
  return (
    <Routes>
      <Route path={paths.gpsTest} element={<GpsTestPage />} />
      <Route path={paths.plantId} element={<PlantIdPage />} />
      <Route path={paths.admin} element={<AdminQuestsPage />} />
      <Route path={paths.questProgress(":id")} element={<QuestProgressPage />} />
      <Route path={paths.adminLesson(":id")} element={<AdminLessonPage />} />
      <Route path={paths.adminStations(":id")} element={<AdminStationsPage />} />
      <Route path={paths.adminApplications} element={<AdminApplicationsPage />} />
      <Route path={paths.adminDatasets} element={<AdminDatasetsPage />} />
      <Route path={paths.adminReports} element={<AdminReportsPage />} />
      <Route path={`${paths.adminSamples}/:id?`} element={<AdminSamplesPage />} />
      <Route path={paths.adminReview} element={<AdminReviewPage />} />
      <Route path={paths.adminTeam} element={<AdminTeamPage />} />
      <Route path={paths.adminEvidence} element={<AdminEvidencePage />} />
      <Route path={paths.adminSettings} element={<AdminSettingsPage />} />
      <Route path={paths.adminFeatureTesting} element={<AdminFeatureTestingPage />} />
      <Route path={paths.questLesson(":id")} element={<LessonPage />} />
      <Route path={paths.questMap(":id")} element={<FieldMapPage />} />
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
