import * as z from "zod/mini";
import { call } from "./call.ts";
import { webAddress } from "./scalars.ts";

const endpointSchema = webAddress(1_000);
const base64url = (min: number, max: number) =>
  z.string().check(z.regex(/^[\w-]+=*$/), z.minLength(min), z.maxLength(max));

/** A browser's `PushSubscription` as JSON (Push API). Not in the specification. */
export const pushSubscriptionSchema = z.object({
  endpoint: endpointSchema,
  expirationTime: z.optional(z.nullable(z.number())),
  /** The browser's key, an uncompressed point of P-256 with 65 bytes, and its 16 secret bytes. */
  keys: z.object({ p256dh: base64url(87, 88), auth: base64url(22, 24) }),
});
export type PushSubscriptionPayload = z.infer<typeof pushSubscriptionSchema>;

export const pushEndSchema = z.object({ endpoint: endpointSchema });

/** The server's key, which browsers subscribe with. */
export const pushKeySchema = z.object({ key: z.string() });

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
