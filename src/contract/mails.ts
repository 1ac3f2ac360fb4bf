import * as z from "zod/mini";
import { call } from "./call.ts";
import { byUsername } from "./request-fields.ts";

/** Settings for emails about one's data points. */
export const mailSettingsSchema = z.object({
  digest: z.boolean(),
  /** Null if no address is known. */
  address: z.nullable(z.string()),
  /** Since when emails to it bounce; null if they don't. */
  failed_at: z.nullable(z.string()),
});
export const mailSettingsPayloadSchema = z.object({ digest: z.boolean() });

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
