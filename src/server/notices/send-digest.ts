import type { AccountKey } from "../auth/identity.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-kind.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { findTextsOf } from "../languages/language-queries.ts";
import { countOf, type FindAdministrators, listDeskNews } from "./desk-news.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import { composeDigest } from "./digest-mail.ts";
import {
  beginDigest,
  type DueDigest,
  endDigest,
  hasUntold,
  listNews,
  listTeamMessages,
  noteFailedAddress,
} from "./digest-queries.ts";
import { digestDelayMs, digestIntervalMs, digestJob } from "./enqueue-digests.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";
import { AddressRefusedError, type Mailer } from "./mailer.ts";

export type DigestServices = {
  db: Db;
  logger: DatabaseLogger;
  config: { publicUrl: string };
  mailer: Mailer;
  digestAddresses: DigestAddresses;
  findAccountAddress: FindAccountAddress;
  findAdministrators: FindAdministrators;
};

export const makeDigestHandler = (services: DigestServices): JobHandler =>
  handleJobs(digestJob, (account) => sendDigest(services, account));

/**
 * Emails somebody what reviewers did, teams wrote and came to their desk since the last digest. Its end is stored before sending, and its completion after: a
 * process that crashes in between sends the same email again with the same Message-ID.
 * @throws RunLater if the last digest is less than an hour old, or there is more news
 */
async function sendDigest(services: DigestServices, account: AccountKey): Promise<void> {
  const { db, findAdministrators } = services;
  const owner = await beginDigest(db, account);
  if (!owner) return;
  const { until } = owner;
  if (until === null) throw new RunLater(owner.wait_ms);
  const due = { ...owner, until };
  const isSent = await tell(services, due);
  await endDigest(db, due, { isSent });
  const deskNews = await listDeskNews(db, owner, findAdministrators);
  // Samples arrive all day, and are told of once.
  const isMore = (await hasUntold(db, owner.id)) || countOf({ ...deskNews, samples: 0 }) > 0;
  if (isMore) throw new RunLater(isSent ? digestIntervalMs : digestDelayMs);
}

/** Whether an email was sent. */
async function tell(
  { db, logger, config, mailer, digestAddresses, findAccountAddress, findAdministrators }: DigestServices,
  owner: DueDigest,
): Promise<boolean> {
  const address = await findMailAddress(owner, findAccountAddress);
  if (address === undefined || failedSince(owner, address)) return false;
  const news = await listNews(db, owner.id);
  const teamMessages = await listTeamMessages(db, owner.id);
  const deskNews = await listDeskNews(db, owner, findAdministrators);
  const count = news.length + teamMessages.length + countOf(deskNews);
  if (count === 0) return false;
  const { id: username, digest_key: digestKey, until } = owner;
  const mail = composeDigest(
    { to: address, username, digestKey, until, news, teamMessages, deskNews, texts: await findTextsOf(db, username) },
    { addresses: digestAddresses, publicUrl: config.publicUrl },
  );
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    await noteFailedAddress(db, username, address);
    logger.warn({ err: error, subject: owner.subject }, "stopped emailing a volunteer's address");
    return false;
  }
  logger.info({ subject: owner.subject, news: count }, "sent a digest");
  return true;
}
