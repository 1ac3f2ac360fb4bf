import type { Pool } from "pg";
import { makeReplaceOriginalHandler } from "../adventurers/erase-adventurer.ts";
import { makeDeliveryHandler } from "../announcements/send-announcement.ts";
import { sweepRequestCounts } from "../calls/limit-requests.ts";
import { makeCopyRecordingHandler, makeDerivativesHandler } from "../data-points/file-jobs.ts";
import { makeIdentificationHandler } from "../data-points/plant-identification-job.ts";
import { getInstalledAt } from "../database/installation.ts";
import { enqueueOutdatedEvidence, makeEvidenceHandlers } from "../evidence/evidence-jobs.ts";
import { sweepSignatures } from "../evidence/signature-queries.ts";
import type { JobHandler } from "../jobs/job-queue.ts";
import { type JobRunner, startJobRunner } from "../jobs/job-runner.ts";
import { JobSignal, listenForJobs } from "../jobs/job-signal.ts";
import { remindReviewers } from "../notices/desk-news.ts";
import { MailPostponedError } from "../notices/mailer.ts";
import { makeDigestHandler } from "../notices/send-digest.ts";
import { forgetEndedSubscriptions, makePushHandler } from "../notices/send-push.ts";
import { OneAtATime } from "../one-at-a-time.ts";
import type { OutwardPosts } from "../outward/outward-posts.ts";
import { DecoderError } from "../photos/decoding/decoder.ts";
import { makeDeletePhotoHandler, sweepOrphans } from "../photos/delete-photos.ts";
import { foldQuestChanges } from "../quest-map/quest-map-queries.ts";
import { foldQuestDays } from "../quest-progress/quest-progress-queries.ts";
import { ProtocolVersions } from "../quests/protocol-queries.ts";
import { refreshQuestFigures } from "../quests/quest-summaries.ts";
import { makeSearchTextHandler } from "../quests/refresh-search-text.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { outageOf } from "../refusals/outages.ts";
import { ArchiveOutageError } from "../releases/archive-client.ts";
import { makeReleaseHandler } from "../releases/build-release.ts";
import { makeDepositHandler } from "../releases/deposit-release.ts";
import { makeJudgeHandler } from "../releases/judge-what-was-published.ts";
import { refreshSummaries } from "../results/get-results.ts";
import { publishWaiting } from "../results/publish-points.ts";
import { sweepClaims } from "../reviews/claim-samples.ts";
import { foldSampleCounts } from "../reviews/sample-counts.ts";
import { sweepInvitations } from "../teams/invitation-queries.ts";
import { makeInvitationHandler } from "../teams/invitations.ts";
import { sweepUploads } from "../uploads/take-uploads.ts";
import { queueDueWebhooks, sweepDeliveries } from "../webhooks/delivery-queries.ts";
import { makeWebhookHandler } from "../webhooks/send-webhook.ts";
import { photoKinds } from "./photo-kinds.ts";
import type { SharedServices } from "./services.ts";

type Sweep = { of: string; everyMs: number; run: () => Promise<unknown> };

const minuteMs = 60_000;
const publishingMs = 10_000;
const endedSessionsMs = 1_000;
const firstSweepMs = 5 * minuteMs;
const standBackMs = 30_000;

/** The role worker: runs jobs and sweeps. */
export function startWorker(services: SharedServices, pool: Pool): { stop: () => Promise<void> } {
  const runners = startJobRunners(services);
  const wakeAll = () => {
    for (const runner of runners) runner.wake();
  };
  const listener = listenForJobs(pool, wakeAll, services.logger);
  const stopSweeping = startSweeping(services, wakeAll);
  enqueueOutdatedEvidence(services.db).catch((error: unknown) =>
    services.logger.error(
      { err: error },
      "samples checked by older rules could not be queued; the next start tries again",
    ),
  );
  return {
    stop: async () => {
      stopSweeping();
      await Promise.all([listener.stop(), ...runners.map((runner) => runner.stop())]);
    },
  };
}

function startJobRunners(services: SharedServices): JobRunner[] {
  const { config, db, logger, photoDerivatives, photoStore, plantIdentifier, recordingCopies, callCosts } = services;
  const start = (...handlers: JobHandler[]) =>
    startJobRunner({ db, logger, handlers, pollMs: config.jobPollMs, isPassing });
  /** Each host that strangers name has places of its own, so that a slow one delays nobody else. */
  const startByHost = (handler: JobHandler, { places }: OutwardPosts) =>
    startJobRunner({ db, logger, handlers: [handler], pollMs: config.jobPollMs, isPassing, places });
  const protocolVersions = new ProtocolVersions(db);
  const standBack = () => callCosts.untilUploadsRest(standBackMs);
  const runners = [
    start(
      makeDerivativesHandler({ db, logger, photoDerivatives, standBack }),
      makeDeletePhotoHandler(photoStore),
      makeReplaceOriginalHandler(services),
    ),
    start(makeCopyRecordingHandler({ db, logger, recordingCopies, standBack })),
    start(makeSearchTextHandler(services)),
    // Separate runners: thumbnails don't wait for the evidence of a whole quest or another service.
    start(...makeEvidenceHandlers({ db, logger, photoDerivatives, protocolVersions, standBack })),
    start(makeDigestHandler(services)),
    start(makeInvitationHandler(services)),
    start(makeDeliveryHandler(services)),
    start(makeReleaseHandler(services), makeJudgeHandler({ ...services, jobs: new JobSignal(services) })),
    start(makeDepositHandler(services)),
    startByHost(makePushHandler(services), services.pushPosts),
    startByHost(makeWebhookHandler(services), services.webhookPosts),
  ];
  if (plantIdentifier.isConfigured) {
    runners.push(start(makeIdentificationHandler({ db, identifier: plantIdentifier, photoDerivatives })));
  }
  return runners;
}

/** True for outages of database, store, disk, mail server or another service, after which a retry works. */
function isPassing(error: unknown): boolean {
  if (error instanceof DecoderError) return false;
  if (error instanceof MailPostponedError || error instanceof ArchiveOutageError) return true;
  return outageOf(error) !== undefined || (error instanceof DomainError && error.code === "plant_id_failed");
}

function startSweeping(services: SharedServices, wakeAll: () => void): () => void {
  const { config, db, logger, photoStore } = services;
  const publishing = new OneAtATime(
    async () => {
      await publishWaiting(db);
      await refreshSummaries(db);
    },
    (error) => logger.error({ err: error }, "results could not be published"),
  );
  const sweeps: Sweep[] = [
    {
      of: "orphaned photos",
      everyMs: 6 * 60 * minuteMs,
      run: async () =>
        sweepOrphans({ store: photoStore, kinds: photoKinds(db), databaseMadeAt: await getInstalledAt(db), logger }),
    },
    { of: "incomplete photos", everyMs: 60 * minuteMs, run: () => photoStore.removeAbandoned() },
    {
      of: "abandoned resumable uploads",
      everyMs: 60 * minuteMs,
      run: () => sweepUploads({ db, photoStore }),
    },
    { of: "claims of samples", everyMs: 10 * minuteMs, run: () => sweepClaims(db) },
    { of: "counts of samples", everyMs: minuteMs, run: () => foldSampleCounts(db) },
    { of: "days of quests", everyMs: minuteMs, run: () => foldQuestDays(db) },
    { of: "figures of quests", everyMs: minuteMs, run: () => refreshQuestFigures(db) },
    { of: "results", everyMs: publishingMs, run: async () => publishing.run() },
    {
      of: "due webhooks",
      everyMs: config.jobPollMs,
      run: async () => {
        if ((await queueDueWebhooks(db)) > 0) wakeAll();
      },
    },
    { of: "samples that wait", everyMs: 60 * minuteMs, run: () => remindReviewers(db) },
    { of: "ended sessions", everyMs: endedSessionsMs, run: () => forgetEndedSubscriptions(services) },
    { of: "old deliveries of webhooks", everyMs: 60 * minuteMs, run: () => sweepDeliveries(db) },
    { of: "changes of quests", everyMs: minuteMs, run: () => foldQuestChanges(db) },
    { of: "signatures of deleted photos", everyMs: 6 * 60 * minuteMs, run: () => sweepSignatures(db) },
    { of: "old invitations", everyMs: 60 * minuteMs, run: () => sweepInvitations(db) },
    { of: "counts of requests", everyMs: 10 * minuteMs, run: () => sweepRequestCounts(db) },
  ];
  const stops = sweeps.map(({ of, everyMs, run }) =>
    repeat(everyMs, () => {
      run().catch((error: unknown) => logger.error({ err: error }, `the sweep of ${of} failed`));
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Also runs soon after the start, for processes that restart every few hours. */
function repeat(everyMs: number, work: () => void): () => void {
  const first = setTimeout(work, firstSweepMs);
  const timer = setInterval(work, everyMs);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
  };
}
