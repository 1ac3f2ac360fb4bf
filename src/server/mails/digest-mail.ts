import { createHash } from "node:crypto";
import { english } from "../../texts/languages.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import type { DigestAddresses } from "./digest-addresses.ts";
import type { ToldDecision, ToldMessage } from "./digest-queries.ts";
import type { Mail } from "./mailer.ts";

/** Data points and messages listed one by one; the others are counted. */
const entriesMax = 40;
const questsMax = 40;

export type Digest = {
  to: string;
  username: string;
  digestKey: string;
  /** Identifies the digest among those of the volunteer. */
  until: string;
  decisions: readonly ToldDecision[];
  messages: readonly ToldMessage[];
};

type QuestNews = { name: string; decisions: ToldDecision[]; messages: ToldMessage[] };

/** The email about what reviewers did. Its headers contain no text by people. */
export function composeDigest(
  { to, username, digestKey, until, decisions, messages }: Digest,
  { addresses, publicUrl }: { addresses: DigestAddresses; publicUrl: string },
): Mail {
  const texts = textsOf(english);
  const { t } = texts;
  const token = addresses.tokenOf(digestKey);
  const changeCount = decisions.filter(({ decision }) => decision === "change_requested").length;
  const pointCount = new Set([...decisions, ...messages].map(({ id }) => id)).size;
  const quests = byQuest(decisions, messages);
  const room = { entries: entriesMax };
  const listed = quests.slice(0, questsMax).map((quest) => describeQuest(quest, { texts, publicUrl, room }));
  const paragraphs = [
    t("mails.digest.greeting", { username: onOneLine(username) }),
    t("mails.digest.lead", { count: pointCount }),
    ...listed,
    ...(quests.length > questsMax ? [t("mails.digest.moreQuests", { count: quests.length - questsMax })] : []),
    t("mails.digest.all", { link: `${publicUrl}/contributions` }),
    `--\n${t("mails.digest.why")}\n${t("mails.digest.off", { link: addresses.pageOf(token) })}`,
  ];
  return {
    to,
    subject:
      changeCount > 0
        ? t("mails.digest.subject.change", { count: changeCount })
        : t("mails.digest.subject", { count: pointCount }),
    text: `${paragraphs.join("\n\n")}\n`,
    messageId: messageIdOf(digestKey, until, publicUrl),
    headers: {
      "List-Unsubscribe": `<${addresses.callOf(token)}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function byQuest(decisions: readonly ToldDecision[], messages: readonly ToldMessage[]): QuestNews[] {
  const quests = new Map<number, QuestNews>();
  const newsOf = ({ quest_id, quest_name }: ToldDecision | ToldMessage) => {
    const news = quests.get(quest_id) ?? { name: onOneLine(quest_name), decisions: [], messages: [] };
    quests.set(quest_id, news);
    return news;
  };
  for (const decision of decisions) newsOf(decision).decisions.push(decision);
  for (const message of messages) newsOf(message).messages.push(message);
  // Quests with requested changes come first, then by name.
  return [...quests.values()].sort((one, other) => Number(hasChange(other)) - Number(hasChange(one)));
}

const hasChange = ({ decisions }: QuestNews) => decisions.some(({ decision }) => decision === "change_requested");

/** `room` counts the entries that may still be listed. */
type Saying = { texts: Texts; publicUrl: string; room: { entries: number } };

/** Requested changes first. */
function describeQuest({ name, decisions, messages }: QuestNews, saying: Saying): string {
  const { t } = saying.texts;
  const of = (kind: ToldDecision["decision"]) => decisions.filter(({ decision }) => decision === kind);
  const [changes, denied, accepted] = [of("change_requested"), of("denied"), of("accepted")];
  const answer = (link: string) => t("mails.digest.answer", { link });
  const look = (link: string) => t("mails.digest.look", { link });
  const words = (each: ToldDecision) => each.comment;
  const parts = [
    changes.length > 0 && [
      t("mails.digest.change", { count: changes.length }),
      ...list(changes, words, answer, saying),
    ],
    messages.length > 0 && [
      t("mails.digest.messages", { count: messages.length }),
      ...list(messages, ({ text }) => text, answer, saying),
    ],
    denied.length > 0 && [t("mails.digest.denied", { count: denied.length }), ...list(denied, words, look, saying)],
    accepted.length > 0 && [t("mails.digest.accepted", { count: accepted.length })],
  ];
  return [
    `${name}\n${"=".repeat(Math.min(name.length, 72))}`,
    ...parts.flatMap((part) => (part ? [part.join("\n\n")] : [])),
  ].join("\n\n");
}

function list<Entry extends ToldDecision | ToldMessage>(
  entries: readonly Entry[],
  wordsOf: (entry: Entry) => string | null,
  sayLink: (link: string) => string,
  { texts: { t }, publicUrl, room }: Saying,
): string[] {
  const listed = entries.slice(0, room.entries);
  room.entries -= listed.length;
  const left = entries.length - listed.length;
  return [
    ...listed.map((entry) =>
      [
        `* ${t("mails.digest.point", { time: timeOf(entry.taken_at) })}`,
        ...quote(wordsOf(entry)),
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

const onOneLine = (text: string) => withoutControls(text.replaceAll(/\s+/g, " ")).trim();

/** Without control characters and changes of the writing direction. */
const withoutControls = (line: string) => line.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ");

const timeFormat = new Intl.DateTimeFormat(english.code, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const timeOf = (time: Date) => timeFormat.format(time);

function messageIdOf(digestKey: string, until: string, publicUrl: string): string {
  const name = createHash("sha256").update(`${digestKey} ${until}`).digest("hex").slice(0, 32);
  return `<digest.${name}@${new URL(publicUrl).hostname}>`;
}
