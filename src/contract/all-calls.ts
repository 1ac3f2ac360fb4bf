import { announcementCalls } from "./announcements.ts";
import { contributionCalls } from "./contributions.ts";
import { creditCalls } from "./credit.ts";
import { dataPointCalls } from "./data-points.ts";
import { datasetCalls } from "./datasets.ts";
import { gpsReportCalls, plantIdentificationCalls } from "./field-tests.ts";
import { installationCalls } from "./installation.ts";
import { languageCalls } from "./languages.ts";
import { lessonCalls } from "./lessons.ts";
import { listCalls } from "./lists.ts";
import { mapCalls } from "./maps.ts";
import { mailCalls, newsCalls, pushCalls } from "./notices.ts";
import { organizationCalls } from "./organizations.ts";
import { participationCalls } from "./participations.ts";
import { peopleCalls } from "./people.ts";
import { personalTokenCalls } from "./personal-tokens.ts";
import { pictureCalls } from "./pictures.ts";
import { placeCalls } from "./places.ts";
import { protocolCalls } from "./protocols.ts";
import { questHistoryCalls } from "./quest-history.ts";
import { questLifeCalls } from "./quest-life.ts";
import { questProgressCalls } from "./quest-progress.ts";
import { questSummaryCalls } from "./quest-summaries.ts";
import { questionCalls } from "./questions.ts";
import { questCalls } from "./quests.ts";
import { releaseCalls } from "./releases.ts";
import { reportCalls } from "./reports.ts";
import { rescueCalls } from "./rescue.ts";
import { resultsCalls } from "./results.ts";
import { reviewCalls } from "./reviews.ts";
import { sampleCalls } from "./samples.ts";
import { stationCalls } from "./stations.ts";
import { photoCalls, uploadCalls } from "./stored-files.ts";
import { teamCalls } from "./teams.ts";
import { webhookCalls } from "./webhooks.ts";

/** Every call of the API, by name. The files of the nouns declare them. */
export const calls = {
  ...questCalls,
  ...questSummaryCalls,
  ...questLifeCalls,
  ...questProgressCalls,
  ...resultsCalls,
  ...releaseCalls,
  ...lessonCalls,
  ...stationCalls,
  ...questHistoryCalls,
  ...protocolCalls,
  ...placeCalls,
  ...teamCalls,
  ...personalTokenCalls,
  ...webhookCalls,
  ...peopleCalls,
  ...participationCalls,
  ...dataPointCalls,
  ...uploadCalls,
  ...rescueCalls,
  ...sampleCalls,
  ...reviewCalls,
  ...contributionCalls,
  ...mailCalls,
  ...announcementCalls,
  ...questionCalls,
  ...newsCalls,
  ...reportCalls,
  ...creditCalls,
  ...pushCalls,
  ...gpsReportCalls,
  ...plantIdentificationCalls,
  ...mapCalls,
  ...organizationCalls,
  ...listCalls,
  ...pictureCalls,
  ...datasetCalls,
  ...photoCalls,
  ...languageCalls,
  ...installationCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
