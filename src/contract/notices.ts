import * as z from "zod/mini";
import { call } from "./call.ts";
import { newsKinds } from "./enums.ts";
import { languagesOfName } from "./quest-languages.ts";
import { byId, byUsername, partQuery } from "./request-fields.ts";
import { idSchema, instantSchema, webAddress } from "./scalars.ts";

/** What a quest's team told a volunteer, or was asked. Not in the specification. */
export const newsSchema = z.object({
  id: idSchema,
  kind: z.enum(newsKinds),
  quest_id: idSchema,
  quest_name: z.string(),
  ...languagesOfName,
  /** The organization speaks, not a person. */
  organization_name: z.string(),
  /** The beginning of a question. */
  title: z.string(),
  /** The answer to a question, empty while it waits. */
  text: z.string(),
  /** The volunteer's own question. */
  question: z.optional(z.string()),
  written_at: z.string(),
  /** The number of the release whose team thanks the volunteer. */
  thanks_for: z.optional(z.int()),
  /** Whether the volunteer hasn't seen it. */
  is_new: z.boolean(),
  /** Whether the volunteer gets no more announcements of this quest. */
  is_muted: z.optional(z.boolean()),
  is_reported: z.optional(z.boolean()),
});
export type News = z.infer<typeof newsSchema>;

export const newsSummarySchema = z.object({
  /** Unseen messages of teams. */
  messages: z.int(),
  /** Data points with unseen decisions or messages. */
  data_points: z.int(),
});

export const mutePayloadSchema = z.object({ muted: z.boolean() });

/** Marks news as seen: these or all, and those that arrived by `until`. */
export const newsSeenPayloadSchema = z.object({
  until: z.optional(instantSchema),
  ids: z.optional(z.array(idSchema).check(z.maxLength(200))),
});

export const newsCalls = {
  listNews: call("GET", "/account/news", "signed_in", {
    keptOffline: "always",
    summary: "What the teams of your quests told you, newest first, in pages.",
    query: partQuery,
    response: z.array(newsSchema),
  }),
  summarizeNews: call("GET", "/account/news/summary", "signed_in", {
    keptOffline: "always",
    summary: "The number of messages you haven't seen, and of your data points with updates.",
    response: newsSummarySchema,
  }),
  muteQuest: call("PUT", "/account/muted-quests/{id}", "signed_in", {
    summary: "Get no more announcements of a quest you joined, or get them again.",
    params: byId,
    body: mutePayloadSchema,
    status: 204,
  }),
  reportNews: call("POST", "/account/news/{id}/report", "signed_in", {
    summary: "Report a message of a team to the administrators.",
    params: byId,
    status: 204,
  }),
  seeNews: call("POST", "/account/news/seen", "signed_in", {
    summary: "Mark messages as seen.",
    body: newsSeenPayloadSchema,
    status: 204,
  }),
};

/** Settings for emails about one's data points. */
const mailSettingsSchema = z.object({
  digest: z.boolean(),
  /** Null if no address is known. */
  address: z.nullable(z.string()),
  /** Since when emails to it bounce; null if they don't. */
  failed_at: z.nullable(z.string()),
});
const mailSettingsPayloadSchema = z.object({ digest: z.boolean() });

export const mailCalls = {
  getMailSettings: call("GET", "/adventurers/{username}/mail", "self", {
    summary: "Whether, and to which address, emails about your data points are sent.",
    params: byUsername,
    response: mailSettingsSchema,
  }),
  setMailSettings: call("PUT", "/adventurers/{username}/mail", "self", {
    summary: "Turn emails about your data points on or off; turning them on retries an address that had failed.",
    params: byUsername,
    body: mailSettingsPayloadSchema,
    response: mailSettingsSchema,
  }),
  endMails: call("POST", "/mail/digest/{token}/off", "signed_address", {
    summary: "Unsubscribe from emails about your data points, by the link in such an email (RFC 8058).",
    params: z.object({ token: z.string().check(z.maxLength(512)) }),
    status: 204,
  }),
};

const endpointSchema = webAddress(1_000);
const base64url = (min: number, max: number) =>
  z.string().check(z.regex(/^[\w-]+=*$/), z.minLength(min), z.maxLength(max));

/** A browser's `PushSubscription` as JSON (Push API). Not in the specification. */
const pushSubscriptionSchema = z.object({
  endpoint: endpointSchema,
  expirationTime: z.optional(z.nullable(z.number())),
  /** The browser's key, an uncompressed point of P-256 with 65 bytes, and its 16 secret bytes. */
  keys: z.object({ p256dh: base64url(87, 88), auth: base64url(22, 24) }),
});
export type PushSubscriptionPayload = z.infer<typeof pushSubscriptionSchema>;

const pushEndSchema = z.object({ endpoint: endpointSchema });

/** The server's key, which browsers subscribe with. */
const pushKeySchema = z.object({ key: z.string() });

export const pushCalls = {
  getPushKey: call("GET", "/account/push-subscriptions/key", "signed_in", {
    summary: "The key with which browsers subscribe to notifications.",
    response: pushKeySchema,
  }),
  subscribeToPush: call("POST", "/account/push-subscriptions", "signed_in", {
    summary: "Get notifications in a browser, by its `PushSubscription`.",
    body: pushSubscriptionSchema,
    status: 204,
  }),
  endPush: call("DELETE", "/account/push-subscriptions", "signed_in", {
    summary: "End notifications in a browser.",
    body: pushEndSchema,
    status: 204,
  }),
};
