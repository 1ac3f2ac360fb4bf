import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { escapeHtml } from "../pages/escape-html.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { outageOf } from "../refusals/outages.ts";
import type { Config } from "../settings/config.ts";
import {
  type ArchiveClient,
  type ArchivedFile,
  ArchiveOutageError,
  type ArchiveRecord,
  DepositError,
  doiOf,
  problemsOf,
} from "./archive-client.ts";
import { dataciteOf } from "./citations.ts";
import * as deposits from "./deposit-queries.ts";
import { type DescribedRelease, dayOf, describeRelease } from "./described-release.ts";
import {
  findRelease,
  type KnownRelease,
  listReleaseFiles,
  type ReleaseId,
  releaseFileKey,
  type StoredReleaseFile,
} from "./release-queries.ts";

export const depositReleaseJob = {
  name: "deposit-release",
  payload: z.object({ quest_id: z.int(), number: z.int() }),
};

export type DepositServices = {
  db: Db;
  logger: DatabaseLogger;
  photoStore: PhotoStore;
  archive: ArchiveClient | undefined;
  config: Pick<Config, "publicUrl">;
};

export const makeDepositHandler = (services: DepositServices): JobHandler =>
  handleJobs(depositReleaseJob, ({ quest_id, number }, signal) =>
    depositRelease(services, { questId: quest_id, number }, signal),
  );

/** The release was withdrawn while it was deposited. */
class Withdrawn extends Error {}

/**
 * Deposits a release and keeps its DOI, or notes why it failed. After an outage, or elsewhere, it goes on with the same
 * record. If the release was withdrawn before its record was published, the archive's draft is deleted.
 */
export async function depositRelease(services: DepositServices, id: ReleaseId, signal: AbortSignal): Promise<void> {
  const { db, logger } = services;
  const [deposit, release] = [await deposits.findDeposit(db, id), await findRelease(db, id)];
  if (!deposit || !release || deposit.state === "deposited") return;
  if (deposit.state === "failed" && release.state !== "withdrawn") return;
  try {
    const archive = requireArchive(services, deposit);
    const doi = await depositAt(archive, services, { id, release, deposit, signal });
    if (doi === undefined) return await deposits.deleteDeposit(db, id);
    await transaction(db, (tx) => deposits.setDeposited(tx, id, doi));
    logger.info({ ...id, doi }, "a release was deposited");
  } catch (error) {
    if (signal.aborted) throw new RunLater();
    if (error instanceof ArchiveOutageError) await deposits.noteOutage(db, id);
    if (error instanceof ArchiveOutageError || error instanceof RunLater || outageOf(error) !== undefined) throw error;
    const known = error instanceof DepositError ? error : undefined;
    const { failure, answer } = known ?? { failure: "internal_error" as const, answer: null };
    logger.warn({ ...id, failure, answer, ...(!known && { err: error }) }, "a release could not be deposited");
    await deposits.failDeposit(db, id, { failure, answer });
  }
}

/** @throws DepositError `not_configured` if the settings changed */
function requireArchive({ archive }: DepositServices, deposit: deposits.Deposit): ArchiveClient {
  if (archive?.url !== deposit.archive) throw new DepositError("not_configured");
  return archive;
}

type Asked = { id: ReleaseId; release: KnownRelease; deposit: deposits.Deposit; signal: AbortSignal };

/** The DOI; undefined if the release was withdrawn and isn't at the archive. */
async function depositAt(archive: ArchiveClient, services: DepositServices, asked: Asked): Promise<string | undefined> {
  const { db } = services;
  const { id, release, deposit, signal } = asked;
  const known = deposit.record_id;
  const published = known === null ? undefined : await archive.findRecord(known, signal);
  if (published) return doiOf(published);
  let draftId = known;
  try {
    if (release.state === "withdrawn") throw new Withdrawn();
    const files = await listReleaseFiles(db, id);
    const record = await describe(services, asked, files);
    const draft = await openDraft(archive, services, asked, record);
    draftId = draft.id;
    await sendFiles(archive, services, { id, draftId, files, signal });
    if (await deposits.isWithdrawn(db, id)) throw new Withdrawn();
    return doiOf(await publish(archive, draftId, signal));
  } catch (error) {
    if (!(error instanceof Withdrawn)) throw error;
    if (draftId !== null) await archive.deleteDraft(draftId, signal);
    return undefined;
  }
}

async function describe(
  { db, config }: DepositServices,
  { id, release }: Asked,
  files: readonly StoredReleaseFile[],
): Promise<object> {
  const { content, published_at: publishedAt } = release;
  if (!content || publishedAt === null) throw new Error("a release that isn't published was deposited");
  const described = describeRelease(release, content, new Date(publishedAt), config.publicUrl);
  return archiveRecordOf(described, files, await deposits.findPreviousDoi(db, id));
}

/** The draft at the archive, with its description and a DOI. Its id is kept before anything is added to it. */
async function openDraft(
  archive: ArchiveClient,
  { db }: DepositServices,
  { id, deposit, signal }: Asked,
  record: object,
): Promise<ArchiveRecord> {
  const former = deposit.record_id;
  const known = former === null ? undefined : await archive.findDraft(former, signal);
  const draft = known ? await archive.updateDraft(known, record, signal) : await archive.createDraft(record, signal);
  if (!known && (await deposits.isRecordTaken(db, id, draft.id))) {
    throw new ArchiveOutageError("the archive answered with the draft of another release");
  }
  if (!known && !(await deposits.keepRecord(db, id, former, draft.id))) {
    // Another process is depositing it as well.
    await archive.deleteDraft(draft.id, signal);
    throw new RunLater();
  }
  const problems = problemsOf(draft);
  if (problems !== undefined) throw new DepositError("refused", problems);
  if (draft.pids?.doi === undefined) await archive.reserveDoi(draft.id, signal);
  return draft;
}

type Sending = { id: ReleaseId; draftId: string; files: readonly StoredReleaseFile[]; signal: AbortSignal };

/** Sends what the draft doesn't have yet. */
async function sendFiles(
  archive: ArchiveClient,
  { db, photoStore }: DepositServices,
  { id, draftId, files, signal }: Sending,
): Promise<void> {
  const there = new Map((await archive.listFiles(draftId, signal)).map((file) => [file.key, file]));
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const file of files) {
    await deposits.noteSent(db, id, done, total);
    if (await deposits.isWithdrawn(db, id)) throw new Withdrawn();
    const entry = there.get(file.name);
    if (!entry || !(await isWhole(photoStore, file, entry))) {
      // An attempt that ended halfway has left it.
      if (entry) await archive.deleteFile(draftId, file.name, signal);
      await sendFile(archive, photoStore, draftId, file, signal);
    }
    done += file.bytes;
  }
}

async function isWhole(photoStore: PhotoStore, file: StoredReleaseFile, entry: ArchivedFile): Promise<boolean> {
  if (entry.status !== "completed" || entry.size !== file.bytes) return false;
  const content = new StoredContent(photoStore, file);
  for await (const _ of content.read());
  return content.isAt(entry);
}

async function sendFile(
  archive: ArchiveClient,
  photoStore: PhotoStore,
  draftId: string,
  file: StoredReleaseFile,
  signal: AbortSignal,
): Promise<void> {
  const content = new StoredContent(photoStore, file);
  const { name, bytes } = file;
  const entry = await archive.sendFile(draftId, { name, bytes, content: content.read() }, signal);
  if (!content.isAt(entry)) throw new ArchiveOutageError(`${name} arrived damaged at the archive`);
}

/** A file of a release, checked while it is read. */
class StoredContent {
  readonly #md5 = createHash("md5");

  constructor(
    private readonly photoStore: PhotoStore,
    private readonly file: StoredReleaseFile,
  ) {}

  /** @throws Error if the stored file is damaged */
  async *read(): AsyncGenerator<Uint8Array> {
    const { name, bytes, sha256 } = this.file;
    const { stream, sizeBytes } = await this.photoStore.openRead(releaseFileKey(sha256));
    const hash = createHash("sha256");
    try {
      if (sizeBytes !== bytes) throw new Error(`the stored file ${name} has ${sizeBytes} bytes, not ${bytes}`);
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        hash.update(chunk);
        this.#md5.update(chunk);
        yield chunk;
      }
      if (hash.digest("hex") !== sha256) throw new Error(`the stored file ${name} has another SHA-256`);
    } finally {
      stream.destroy();
    }
  }

  /** Once it was read. An archive may have checksums of another kind. */
  isAt({ size, checksum }: ArchivedFile): boolean {
    if (size !== this.file.bytes) return false;
    return !checksum?.startsWith("md5:") || checksum === `md5:${this.#md5.digest("hex")}`;
  }
}

/** An attempt whose answer was lost may have published it already. */
async function publish(archive: ArchiveClient, draftId: string, signal: AbortSignal): Promise<ArchiveRecord> {
  try {
    return await archive.publish(draftId, signal);
  } catch (error) {
    if (!(error instanceof DepositError)) throw error;
    const published = await archive.findRecord(draftId, signal);
    if (!published) throw error;
    return published;
  }
}

/**
 * A release as a record of InvenioRDM.
 * @param previousDoi of the release before it
 */
function archiveRecordOf(
  release: DescribedRelease,
  files: readonly StoredReleaseFile[],
  previousDoi: string | undefined,
): object {
  const { titles, publisher, version, descriptions } = dataciteOf(release, files);
  const { authors, publishedAt, licence, address, content } = release;
  const { accepted, volunteers, first_day: first, last_day: last } = content;
  const paragraphs = [
    ...descriptions.map(({ description }) => description),
    `${accepted} accepted data points of ${volunteers} volunteers, measured from ${first} to ${last}.`,
  ];
  return {
    access: { record: "public", files: "public" },
    files: { enabled: true },
    metadata: {
      resource_type: { id: "dataset" },
      title: titles[0]?.title,
      creators: authors.map(({ name, orcid }) => ({
        person_or_org: {
          type: "personal",
          // Names aren't split: nobody but the author knows how.
          family_name: name,
          ...(orcid !== undefined && { identifiers: [{ scheme: "orcid", identifier: orcid }] }),
        },
      })),
      publication_date: dayOf(publishedAt),
      publisher: publisher.name,
      version,
      description: paragraphs.map((text) => `<p>${escapeHtml(text ?? "").replaceAll("\n", "<br>")}</p>`).join(""),
      rights: [{ id: licence.id.toLowerCase() }],
      dates: [{ date: first === last ? first : `${first}/${last}`, type: { id: "collected" } }],
      related_identifiers: [
        {
          identifier: address,
          scheme: "url",
          relation_type: { id: "isidenticalto" },
          resource_type: { id: "dataset" },
        },
        ...(previousDoi === undefined
          ? []
          : [
              {
                identifier: previousDoi,
                scheme: "doi",
                relation_type: { id: "isnewversionof" },
                resource_type: { id: "dataset" },
              },
            ]),
      ],
    },
  };
}
