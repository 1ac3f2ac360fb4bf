import { createHash } from "node:crypto";
import type { Texts } from "../../texts/texts-of.ts";
import type { AccountKey } from "../auth/identity.ts";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import { handleJobs, type JobHandler } from "../jobs/job-queue.ts";
import { RunLater } from "../jobs/job-runner.ts";
import { findTextsOf } from "../languages/language-queries.ts";
import { countOf, type DeskNews, type FindAdministrators, listDeskNews } from "./desk-news.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import {
  beginDigest,
  type DueDigest,
  endDigest,
  hasUntold,
  listNews,
  listTeamMessages,
  type News,
  noteFailedAddress,
  type TeamMessage,
} from "./digest-queries.ts";
import { digestDelayMs, digestIntervalMs, digestJob } from "./enqueue-digests.ts";
import { type FindAccountAddress, failedSince, findMailAddress } from "./mail-address.ts";
import { AddressRefusedError, type Mail, type Mailer, onOneLine, timeOf, withoutControls } from "./mailer.ts";

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

/** Data points and messages listed one by one; the others are counted. */
const entriesMax = 40;
const questsMax = 40;
const teamMessagesMax = 10;

type Digest = {
  to: string;
  username: string;
  digestKey: string;
  /** Identifies the digest among those of the volunteer. */
  until: string;
  news: readonly News[];
  teamMessages: readonly TeamMessage[];
  deskNews: DeskNews;
  /** In the volunteer's language. */
  texts: Texts;
};

/** The email about what reviewers did, teams wrote and came to the desk. Its headers contain no text by people. */
export function composeDigest(
  { to, username, digestKey, until, news, teamMessages, deskNews, texts }: Digest,
  { addresses, publicUrl }: { addresses: DigestAddresses; publicUrl: string },
): Mail {
  const { t } = texts;
  const token = addresses.tokenOf(digestKey);
  const changeCount = news.filter(isChange).length;
  const pointCount = new Set(news.map(({ id }) => id)).size;
  const quests = byQuest(news);
  const room = { entries: entriesMax };
  const listed = quests.slice(0, questsMax).map((quest) => describeQuest(quest, { texts, publicUrl, room }));
  const paragraphs = [
    t("mails.digest.greeting", { username: onOneLine(username) }),
    ...describeTeamMessages(teamMessages, { texts, publicUrl }),
    ...describeDeskNews(deskNews, { texts, publicUrl }),
    ...(pointCount > 0 ? [t("mails.digest.lead", { count: pointCount })] : []),
    ...listed,
    ...(quests.length > questsMax ? [t("mails.digest.moreQuests", { count: quests.length - questsMax })] : []),
    ...(pointCount > 0 ? [t("mails.digest.all", { link: `${publicUrl}/contributions` })] : []),
    `--\n${t("mails.digest.why")}\n${t("mails.digest.off", { link: addresses.pageOf(token) })}`,
  ];
  return {
    to,
    language: texts.language,
    subject:
      changeCount > 0
        ? t("mails.digest.subject.change", { count: changeCount })
        : pointCount > 0
          ? t("mails.digest.subject", { count: pointCount })
          : teamMessages.length > 0
            ? t("mails.digest.subject.team", { count: teamMessages.length })
            : t("mails.digest.subject.desk", { count: countOf(deskNews) }),
    text: `${paragraphs.join("\n\n")}\n`,
    messageId: messageIdOf(digestKey, until, publicUrl),
    headers: {
      "List-Unsubscribe": `<${addresses.callOf(token)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function describeTeamMessages(
  messages: readonly TeamMessage[],
  { texts: { t }, publicUrl }: Pick<Saying, "texts" | "publicUrl">,
): string[] {
  if (messages.length === 0) return [];
  const listed = messages
    .slice(0, teamMessagesMax)
    .map(({ quest_name, organization_name, title, words, release_number }) => {
      const by = t("mails.digest.team", {
        questName: onOneLine(quest_name),
        organization: onOneLine(organization_name),
      });
      if (release_number !== null)
        return [by, t("mails.thanks", { number: release_number }), ...quote(words)].join("\n");
      return [by, ...quote(title), ...quote(words)].join("\n");
    });
  const left = messages.length - listed.length;
  return [
    ...listed,
    ...(left > 0 ? [t("mails.digest.more", { count: left })] : []),
    t("mails.digest.look", { link: `${publicUrl}/news` }),
  ];
}

function describeDeskNews(
  { questions, requests, samples, decided }: DeskNews,
  { texts: { t }, publicUrl }: Pick<Saying, "texts" | "publicUrl">,
): string[] {
  const listed = questions.slice(0, teamMessagesMax);
  const left = questions.length - listed.length;
  return [
    ...decided.map(({ organization_name, organization_id: id, words }) => {
      const name = { organization: onOneLine(organization_name) };
      const link = `${publicUrl}/organizations/${id ?? "new"}`;
      const said = id === null ? t("mails.digest.declined", name) : t("mails.digest.approved", name);
      return [said, ...quote(words), t("mails.digest.look", { link })].join("\n");
    }),
    ...(requests > 0
      ? [
          `${t("mails.digest.requests", { count: requests })}\n${t("mails.digest.look", { link: `${publicUrl}/admin_dashboard/settings` })}`,
        ]
      : []),
    ...(samples > 0
      ? [
          `${t("mails.digest.samples", { count: samples })}\n${t("mails.digest.look", { link: `${publicUrl}/admin_dashboard/samples` })}`,
        ]
      : []),
    ...listed.map(({ quest_name, words }) =>
      [t("mails.digest.question", { questName: onOneLine(quest_name) }), ...quote(words)].join("\n"),
    ),
    ...(left > 0 ? [t("mails.digest.more", { count: left })] : []),
    ...(listed.length > 0 ? [t("mails.digest.answer", { link: `${publicUrl}/admin_dashboard?questions=open` })] : []),
  ];
}

const isChange = ({ kind }: News) => kind === "change_requested";

/** Quests with requested changes come first, then by name. */
function byQuest(news: readonly News[]): News[][] {
  const quests = new Map<number, News[]>();
  for (const each of news) {
    const ofQuest = quests.get(each.quest_id) ?? [];
    ofQuest.push(each);
    quests.set(each.quest_id, ofQuest);
  }
  return [...quests.values()].sort((one, other) => Number(other.some(isChange)) - Number(one.some(isChange)));
}

/** `room` counts the entries that may still be listed. */
type Saying = { texts: Texts; publicUrl: string; room: { entries: number } };

/** Requested changes first. */
function describeQuest(news: readonly News[], saying: Saying): string {
  const { t } = saying.texts;
  const name = onOneLine(news[0]?.quest_name ?? "");
  const of = (kind: News["kind"]) => news.filter((each) => each.kind === kind);
  const [changes, messages, denied, accepted] = [of("change_requested"), of("message"), of("denied"), of("accepted")];
  const answer = (link: string) => t("mails.digest.answer", { link });
  const look = (link: string) => t("mails.digest.look", { link });
  const section = (heading: string, entries: News[], sayLink: (link: string) => string) =>
    entries.length === 0 ? [] : [heading, ...list(entries, sayLink, saying)];
  return [
    `${name}\n${"=".repeat(Math.min(name.length, 72))}`,
    ...section(t("mails.digest.change", { count: changes.length }), changes, answer),
    ...section(t("mails.digest.messages", { count: messages.length }), messages, answer),
    ...section(t("mails.digest.denied", { count: denied.length }), denied, look),
    ...(accepted.length > 0 ? [t("mails.digest.accepted", { count: accepted.length })] : []),
  ].join("\n\n");
}

function list(
  entries: readonly News[],
  sayLink: (link: string) => string,
  { texts: { t, language }, publicUrl, room }: Saying,
): string[] {
  const listed = entries.slice(0, room.entries);
  room.entries -= listed.length;
  const left = entries.length - listed.length;
  return [
    ...listed.map((entry) =>
      [
        `* ${t("mails.digest.point", { time: timeOf(entry.taken_at, language) })}`,
        ...quote(entry.words),
        `  ${sayLink(`${publicUrl}/contributions/${entry.id}`)}`,
      ].join("\n"),
    ),
    ...(left > 0 ? [t("mails.digest.more", { count: left })] : []),
  ];
}

/** Marks each line by people, so that it can't be mistaken for our text. */
function quote(words: string | null): string[] {
  if (words === null) return [];
  return words
    .split(/\r\n|[\n\r\u2028\u2029\v\f]/)
    .map(withoutControls)
    .filter((line) => line.trim() !== "")
    .map((line) => `  > ${line}`);
}

function messageIdOf(digestKey: string, until: string, publicUrl: string): string {
  const name = createHash("sha256").update(`${digestKey} ${until}`).digest("hex").slice(0, 32);
  return `<digest.${name}@${new URL(publicUrl).hostname}>`;
}
