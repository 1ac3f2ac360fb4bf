import * as z from "zod/mini";
import { call } from "./call.ts";
import { byUsername } from "./request-fields.ts";
import { usernameSchema } from "./scalars.ts";

export const adventurerSchema = z.object({
  id: usernameSchema,
  bio: z.nullable(z.string()),
  profile_picture_url: z.nullable(z.string()),
});

/** Erases the caller's data. Typing the username again prevents accidents. Not in the specification. */
export const erasureSchema = z.object({
  username: usernameSchema,
  /** Whether to delete unaccepted data points and their photos; otherwise they stay without the name. */
  deletes_unaccepted: z.boolean(),
});

export const peopleCalls = {
  getAdventurer: call("GET", "/adventurers/{username}", "self", {
    summary: "The signed-in volunteer.",
    params: byUsername,
    response: adventurerSchema,
  }),
  exportAdventurer: call("GET", "/adventurers/{username}/export", "self", {
    cost: "heavy",
    summary: "All data about the volunteer, with the original photos, streamed.",
    params: byUsername,
    produces: "application/zip",
  }),
  eraseAdventurer: call("DELETE", "/adventurers/{username}", "self", {
    cost: "search",
    summary:
      "Erase the volunteer's data; what stays is anonymous. With the embedded provider, use the account page instead.",
    params: byUsername,
    body: erasureSchema,
    status: 204,
  }),
};
