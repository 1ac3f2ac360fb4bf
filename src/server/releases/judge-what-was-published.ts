import * as z from "zod/mini";
import type { NumberedProtocol } from "../../protocol/columns.ts";
import { allFields } from "../../protocol/places.ts";
import { chooseOffered, textsOf } from "../../texts/texts-of.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { getQuestToExport } from "../datasets/dataset-queries.ts";
import { openZip } from "../files/zip.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import type { JobSignal } from "../jobs/job-signal.ts";
import { judgeLists } from "../lists/judge-lists.ts";
import { PhotoNotFoundError, type PhotoStore } from "../photos/store/photo-store.ts";
import { readAtMost } from "../read-at-most.ts";
import { openedOf } from "../results/publish-points.ts";
import { dataPackage } from "./data-package.ts";
import {
  findRelease,
  findVersionsOfRelease,
  listPublishedReleases,
  listReleaseFiles,
  type ReleaseId,
  releaseFileKey,
} from "./release-queries.ts";
import { withdrawRelease } from "./release-steps.ts";

/** Queued by a migration: what was published when answers were judged by the kind of their question alone. */
const judgeJob = { name: "judge-what-was-published", payload: z.object({}) };

type Services = { db: Db; jobs: JobSignal; logger: DatabaseLogger; photoStore: PhotoStore };

export const makeJudgeHandler = (services: Services): JobHandler =>
  handleJobs(judgeJob, () => judgeWhatWasPublished(services));

/** Looks for places in lists, then withdraws the releases that have answers which aren't public. */
export async function judgeWhatWasPublished(services: Services): Promise<void> {
  const { db, logger } = services;
  await judgeLists(db);
  for (const id of await listPublishedReleases(db)) {
    const closed = await findClosedKeys(services, id);
    if (closed.length === 0) continue;
    const release = await findRelease(db, id);
    const { t } = textsOf(chooseOffered({ chosen: release?.content?.language }));
    await withdrawRelease(services, id, t("releases.withdrawn.closed", { keys: closed.join(", ") }));
    const isDeposited = release?.deposit?.state === "deposited";
    logger.warn(
      { ...id, keys: closed, isDeposited, doi: release?.doi },
      isDeposited
        ? "a release had answers that aren't public and is withdrawn; its copy at the archive has to be withdrawn there"
        : "a release had answers that aren't public and is withdrawn",
    );
  }
}

/** Questions whose answers are in a release, but would be in none that is made with the same positions today. */
async function findClosedKeys({ db, photoStore }: Services, id: ReleaseId): Promise<string[]> {
  const released = await readProtocols(photoStore, await listReleaseFiles(db, id));
  const content = (await findRelease(db, id))?.content;
  if (!content) return [];
  // A question that was closed after the release was open in it.
  const known = new Set<number | null>(await findVersionsOfRelease(db, id));
  const { versions } = await getQuestToExport(db, id.questId);
  const then = versions.filter(({ version }) => version === null || known.has(version));
  const open = new Map(
    (await openedOf(db, then, content.positions)).map(({ version, protocol }) => [version, keysOf(protocol)]),
  );
  const closed = released.flatMap(({ version, protocol }) =>
    [...keysOf(protocol)].filter((key) => open.get(version)?.has(key) === false),
  );
  return [...new Set(closed)];
}

const keysOf = ({ fields }: NumberedProtocol["protocol"]) => new Set(allFields(fields).map(({ key }) => key));

const protocolName = /^protocol-(\d+|specification)\.json$/;
const unreadable = "internal_error";
const zipLimits = {
  entries: 1_000_000,
  unpackedBytes: Number.MAX_SAFE_INTEGER,
  refusals: {
    unreadable,
    encrypted: unreadable,
    same_name: unreadable,
    too_many_entries: unreadable,
    too_large: unreadable,
  },
} as const;
const protocolBytesMax = 100_000_000;

/** What a release says that was asked for: in its data package, the public fields of each version. */
async function readProtocols(
  photoStore: PhotoStore,
  files: Awaited<ReturnType<typeof listReleaseFiles>>,
): Promise<NumberedProtocol[]> {
  const file = files.find(({ format }) => format === dataPackage.format);
  if (!file) return [];
  const read = async (path: string) => {
    const zip = await openZip(path, zipLimits);
    try {
      const protocols: NumberedProtocol[] = [];
      for (const name of zip.names()) {
        const [, version] = protocolName.exec(name) ?? [];
        if (version === undefined) continue;
        const text = await readAtMost(await zip.open(name), protocolBytesMax);
        const protocol = JSON.parse(text.toString("utf8")) as NumberedProtocol["protocol"];
        protocols.push({ version: version === "specification" ? null : Number(version), protocol });
      }
      return protocols;
    } finally {
      zip.close();
    }
  };
  try {
    return await photoStore.withLocalFile(releaseFileKey(file.sha256), read);
  } catch (error) {
    // Lost files reach nobody.
    if (error instanceof PhotoNotFoundError) return [];
    throw error;
  }
}
