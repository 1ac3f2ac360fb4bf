import * as z from "zod/mini";
import type { ReleaseContent } from "../../contract/releases.ts";
import { groupKeysOf, type NumberedProtocol } from "../../protocol/columns.ts";
import { sendThanks } from "../announcements/send-announcement.ts";
import { holdPeople } from "../auth/hold-accounts.ts";
import { presentOf } from "../database/clock.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { formats } from "../datasets/dataset-formats.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import type { PhotoDerivatives } from "../photos/derivatives/photo-derivatives.ts";
import { type PhotoStore, storeByHash } from "../photos/store/photo-store.ts";
import { outageOf } from "../refusals/outages.ts";
import { publicVersionsOf, publishQuest } from "../results/publish-points.ts";
import {
  findNamed,
  findPublicQuest,
  findWaitingForCopies,
  hasPointsToPublish,
  lockPublishing,
  type PublicQuest,
  type Publishing,
} from "../results/published-queries.ts";
import { PointSummary } from "../results/summarize-points.ts";
import type { Config } from "../settings/config.ts";
import { announceRelease } from "../webhooks/delivery-queries.ts";
import { darwinCore } from "./darwin-core.ts";
import { dataPackage } from "./data-package.ts";
import { describeRelease, releaseDocuments } from "./described-release.ts";
import { geoparquet } from "./geoparquet.ts";
import * as queries from "./release-queries.ts";
import {
  type FileToMake,
  hasErased,
  keepRecords,
  openSource,
  type ReleaseSource,
  type ReleaseTable,
  readRecords,
  releaseFileName,
} from "./release-source.ts";
import { writePhotos } from "./write-photos.ts";

type ReleaseId = queries.ReleaseId;
type Asked = ReleaseId & { author?: string | undefined };

export const buildReleaseJob = {
  name: "build-release",
  /** Who asked for it, and so thanks the volunteers. */
  payload: z.object({ quest_id: z.int(), number: z.int(), author: z.optional(z.string()) }),
};

export type BuildServices = {
  db: Db;
  logger: DatabaseLogger;
  photoStore: PhotoStore;
  photoDerivatives: PhotoDerivatives;
  config: Pick<Config, "publicUrl" | "terms">;
};

export const makeReleaseHandler = (services: BuildServices): JobHandler =>
  handleJobs(buildReleaseJob, ({ quest_id, number, author }, signal) =>
    buildRelease(services, { questId: quest_id, number, author }, signal),
  );

/** A release that can't be made: it fails, and says why. */
class ReleaseFailure extends Error {
  constructor(readonly reason: "results_hidden" | "no_data_points") {
    super(reason);
  }
}

/** Makes the files of a release and publishes it, or marks it as failed. After an outage, or elsewhere, it starts over. */
export async function buildRelease(services: BuildServices, id: Asked, signal: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const release = await queries.findRelease(db, id);
  if (release?.state !== "building") return;
  try {
    await makeAndPublish(services, id, release, signal);
  } catch (error) {
    if (signal.aborted) throw new RunLater();
    if (error instanceof RunLater || outageOf(error) !== undefined) throw error;
    if (!(error instanceof ReleaseFailure)) logger.error({ err: error, ...id }, "a release could not be made");
    await queries.failRelease(db, id, error instanceof ReleaseFailure ? error.reason : "internal_error");
  }
}

async function makeAndPublish(
  services: BuildServices,
  id: Asked,
  asked: queries.KnownRelease,
  signal: AbortSignal,
): Promise<void> {
  const { db, config } = services;
  await publishQuest(db, id.questId);
  // What somebody is changing or publishing at this moment belongs to the release too.
  if (await hasPointsToPublish(db, id.questId)) throw new RunLater(publishingMs);
  if ((await findWaitingForCopies(db, id.questId)).length > 0) throw new RunLater(copyingMs);
  const publishedAt = await presentOf(db);
  const { quest, publishing, versions } = await takeRecords(db, id);
  const counted = await countRecords(db, id, quest, versions, config);
  const described = (content: ReleaseContent) => describeRelease(asked, content, publishedAt, config.publicUrl);
  const progress = new Progress(db, id);
  await progress.begin(counted.photos + counted.accepted * (filesOfEach + groupKeysOf(versions).length));

  const { files, photos, missing } = await writePhotos(services, id, releaseDocuments(described(counted)), {
    signal,
    onPhoto: () => progress.add(1),
  });
  const content = { ...counted, photos, missing_photos: missing };
  const source = await openSource(db, id, versions, described(content));
  for (const { ending, format, mediaType, write } of filesOf(source)) {
    const stored = await storeByHash(services.photoStore, queries.releaseKind, write(source), signal);
    files.push({ name: releaseFileName(id, ending), format, media_type: mediaType, ...stored });
    await progress.add(content.accepted);
  }
  await publish(db, id, { files, content, publishedAt, publishing, thanks: asked.thanks ?? "" });
}

const filesOf = (source: ReleaseSource) => [dataPackage, darwinCore, geoparquet, ...plainFiles(source)];
/** Until whoever changes or publishes a data point is done. */
const publishingMs = 500;
/** Until copies of recordings are there, which others may be waiting for as well. */
const copyingMs = 2_000;
/** Each counts as many steps as there are data points; a group has a file more. */
const filesOfEach = 5;

/** Keeps what is public at this moment. @throws ReleaseFailure */
function takeRecords(
  db: Db,
  id: ReleaseId,
): Promise<{ quest: PublicQuest; publishing: Publishing; versions: NumberedProtocol[] }> {
  return transaction(db, async (tx) => {
    const publishing = await lockPublishing(tx, id.questId);
    const quest = await findPublicQuest(tx, id.questId);
    if (!publishing || !quest) throw new ReleaseFailure("results_hidden");
    await keepRecords(tx, id);
    return { quest, publishing, versions: await publicVersionsOf(tx, id.questId, publishing.precision) };
  });
}

/** @throws ReleaseFailure */
async function countRecords(
  db: Db,
  id: ReleaseId,
  quest: PublicQuest,
  versions: readonly NumberedProtocol[],
  { terms }: BuildServices["config"],
): Promise<ReleaseContent> {
  const counted = new PointSummary(versions);
  let photos = 0;
  for await (const records of readRecords(db, id)) {
    for (const record of records) {
      counted.add(record);
      photos += record.files.filter(({ kind }) => kind === "photo").length;
    }
  }
  const { accepted, volunteers, first_day, last_day, box, people } = counted.finish();
  if (first_day === null || last_day === null) throw new ReleaseFailure("no_data_points");
  return {
    quest_name: quest.quest_name,
    language: quest.language,
    translations: quest.translations,
    quest_description: quest.quest_description,
    organization: quest.organization,
    positions: quest.precision,
    accepted,
    volunteers,
    photos,
    missing_photos: 0,
    first_day,
    last_day,
    box,
    photo_licence: terms.photoLicence ?? null,
    contributors: (await findNamed(db, people)).map(({ name }) => name),
  };
}

/** How much is done: a step for each photo, and one for each data point in each file. */
class Progress {
  #done = 0;
  #total = 0;
  #notedAt = 0;

  constructor(
    private readonly db: Db,
    private readonly id: ReleaseId,
  ) {}

  async begin(total: number): Promise<void> {
    this.#total = total;
    await queries.noteProgress(this.db, this.id, 0, this.#total);
  }

  /** Notes it once a second. */
  async add(steps: number): Promise<void> {
    this.#done += steps;
    if (Date.now() - this.#notedAt < 1_000) return;
    this.#notedAt = Date.now();
    await queries.noteProgress(this.db, this.id, this.#done, this.#total);
  }
}

type Made = {
  files: queries.StoredReleaseFile[];
  content: ReleaseContent;
  publishedAt: Date;
  publishing: Publishing;
  thanks: string;
};

/**
 * Publishes what was made, unless it may no longer be said.
 * @throws RunLater if the quest's policy, its form or a person changed meanwhile: the release is made anew
 */
function publish(db: Db, id: Asked, { files, content, publishedAt, publishing, thanks }: Made): Promise<void> {
  return transaction(db, async (tx) => {
    // Nobody, if they were erased meanwhile.
    const [author] = await holdPeople(tx, id.author === undefined ? [] : [id.author]);
    const now = await lockPublishing(tx, id.questId);
    const isSame = now?.precision === publishing.precision && now.protocolVersion === publishing.protocolVersion;
    if (!isSame || (await hasErased(tx, id.questId, publishedAt))) throw new RunLater();
    await queries.insertReleaseFiles(tx, id, files);
    await queries.setPublished(tx, id, { publishedAt, content, changes: await queries.compareWithLast(tx, id) });
    await announceRelease(tx, id.questId, id.number);
    if (thanks !== "") await sendThanks(tx, { ...id, author, text: thanks });
  });
}

/** Data points as CSV for spreadsheets, a CSV for each group, and data points as GeoJSON. */
function plainFiles({ groups }: ReleaseSource): FileToMake[] {
  return [
    csvOf(".csv", ({ points }) => points),
    ...groups.map((table) => csvOf(`-${table.group}.csv`, () => table)),
    {
      ending: ".geojson",
      format: "geojson",
      mediaType: "application/geo+json",
      write: ({ points }) => formats.geojson.write(points.columns, points.read()),
    },
  ];
}

const csvOf = (ending: string, tableOf: (source: ReleaseSource) => ReleaseTable): FileToMake => ({
  ending,
  format: "csv",
  mediaType: "text/csv; charset=utf-8",
  write: (source) => {
    const { columns, read } = tableOf(source);
    return formats.csv.write(columns, read());
  },
});
