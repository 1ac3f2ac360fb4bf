import { describe, expect, it } from "vitest";
import { rightToLeftPart } from "../../identity/messages/mailer.ts";
import {
  confirmSignUpMail,
  emailHasAccountMail,
  mailedEvents,
  passwordResetMail,
  securityMail,
} from "../../identity/messages/mails.ts";
import { describeDevice, deviceName } from "../../identity/sessions/devices.ts";
import { english, type Language, languageOf } from "../../texts/languages.ts";
import { readMessages, type Texts, textsOf } from "../../texts/texts-of.ts";
import { composeInvitation } from "../teams/invitations.ts";
import type { DeskNews } from "./desk-news.ts";
import { DigestAddresses } from "./digest-addresses.ts";
import type { News } from "./digest-queries.ts";
import { composeDigest } from "./send-digest.ts";
import { sayAnswered, sayReviewed } from "./send-push.ts";

const publicUrl = "https://cairn.example.org";
const [to, username, code] = ["uma@example.org", "uma-r", "482913"];
const questName = "Quellen & Brunnen";
const addresses = new DigestAddresses({ secret: "a secret for tests", baseUrl: publicUrl });

type Message = { subject: string; text: string; language: Language; headers?: Readonly<Record<string, string>> };

const newsOf = (kind: News["kind"], index: number, quest = 1): News => ({
  id: `${kind}-${index}`,
  quest_id: quest,
  quest_name: questName,
  taken_at: new Date("2026-03-05T14:30:00Z"),
  kind,
  words: "12,5 m?",
});

const deskNewsOf = (count: number): DeskNews => ({
  questions: Array.from({ length: count > 0 ? 10 + count : 0 }, () => ({ quest_name: questName, words: "12,5 m?" })),
  requests: count,
  samples: count,
  decided: Array.from({ length: count }, (_, index) => ({
    organization_name: "Wasserwacht",
    organization_id: index % 2 === 0 ? 7 : null,
    words: index === 0 ? null : "3. Mai",
  })),
});

function digest(texts: Texts, news: readonly News[], teamMessageCount: number, deskCount = 0): Message {
  const teamMessages = Array.from({ length: teamMessageCount }, (_, index) => ({
    quest_name: questName,
    organization_name: "Wasserwacht",
    title: "3. Mai",
    words: "10 Uhr",
    release_number: index % 2 === 1 ? index : null,
  }));
  return composeDigest(
    {
      to,
      username,
      digestKey: "1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b",
      until: "2026",
      news,
      teamMessages,
      deskNews: deskNewsOf(deskCount),
      texts,
    },
    { addresses, publicUrl },
  );
}

/** Plurals change with the number. */
function everyDigest(texts: Texts, count: number): Message[] {
  const some = (kind: News["kind"]) => Array.from({ length: count }, (_, index) => newsOf(kind, index));
  const manyQuests = Array.from({ length: 40 + count }, (_, index) => newsOf("denied", index, index));
  return [
    digest(texts, [...some("change_requested"), ...some("message"), ...some("denied"), ...some("accepted")], 0),
    digest(texts, some("accepted"), count),
    digest(texts, manyQuests, 0),
    digest(texts, [], 10 + count),
    digest(texts, [], 0, count),
  ];
}

function everyMail(texts: Texts): Message[] {
  const about = { to, username, code, publicUrl };
  const device = describeDevice(deviceName("Mozilla/5.0 (Android 14; Mobile; rv:131.0) Firefox/131.0"), texts);
  const expires_at = new Date("2026-03-05T14:30:00Z");
  const invitation = { id: 7, to, organization_name: "Wasserwacht", invited_by: username, expires_at };
  return [
    confirmSignUpMail(texts, { ...about, linkSecret: "x7" }),
    emailHasAccountMail(texts, about),
    passwordResetMail(texts, about),
    ...mailedEvents.map((event) => securityMail(texts, event, { ...about, device })),
    ...[1, 2, 3, 11, 100].flatMap((count) => everyDigest(texts, count)),
    ...(["viewer", "reviewer", "coordinator", "owner"] as const).map((role) =>
      composeInvitation({ ...invitation, role, address: `${publicUrl}/invitations/x7`, texts }, publicUrl),
    ),
  ];
}

/** Notifications and text messages. */
const everyNotice = (texts: Texts): string[] => [
  sayAnswered(texts, { id: 7, questName }).title,
  ...[1, 2, 3, 11, 100].map((count) => sayReviewed(texts, count).title),
  texts.t("mails.textMessage", { code }),
];

/** Words of our own on each line; the rest are values. */
const linesOf = (said: string) =>
  said
    .split("\n")
    .map((line) => line.replaceAll(/https?:\S+/g, "").trim())
    .filter((line) => !line.startsWith(">") && !line.startsWith(questName) && /\p{L}{3}/u.test(line));

const englishLines = new Set(
  [...everyMail(textsOf(english)).flatMap(({ subject, text }) => [subject, text]), ...everyNotice(textsOf(english))]
    .flatMap(linesOf)
    .filter((line) => line !== username),
);

function expectTranslated(said: string): void {
  expect(said).not.toMatch(/[{}#]|<\/?\w+>|undefined|NaN|Invalid/);
  expect(linesOf(said).filter((line) => englishLines.has(line))).toEqual([]);
}

describe.each(["de", "es", "fr", "pt-BR", "ar"])("[CALL-70] what is written to people in %s", (language) => {
  const texts = textsOf(languageOf(language));

  it("has no English sentence and no empty place, and says its language", () => {
    for (const mail of everyMail(texts)) {
      expectTranslated(mail.subject);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expectTranslated(mail.text);
      expect(mail.text.length).toBeGreaterThan(60);
      expect(mail.language.code).toBe(language);
    }
    for (const notice of everyNotice(texts)) expectTranslated(notice);
  });

  it("is written from right to left where the language is", () => {
    for (const mail of everyMail(texts)) {
      const markup = rightToLeftPart(mail);
      if (language === "ar") expect(markup).toContain('<html lang="ar" dir="rtl">');
      else expect(markup).toBeUndefined();
    }
  });
});

it("no text of emails, notifications and text messages is missing in these tests", () => {
  const said = new Set<string>();
  const listening = {
    ...textsOf(english),
    t: (key: string) => {
      said.add(key);
      return key;
    },
  } as unknown as Texts;
  everyMail(listening);
  everyNotice(listening);
  const keys = Object.keys(readMessages(english.code)).filter((key) => key.startsWith("mails."));
  expect(keys.filter((key) => !said.has(key))).toEqual([]);
});
