import * as z from "zod/mini";
import * as limits from "./limits.ts";
import { text } from "./scalars.ts";

export const usernameSchema = text(limits.usernameLength.min, limits.usernameLength.max);

export const adventurerSchema = z.object({
  id: usernameSchema,
  bio: z.nullable(z.string()),
  profile_picture_url: z.nullable(z.string()),
});

/** Erasing one's own data. The username is typed again, so that nobody does it by mistake. Ours. */
export const erasureSchema = z.object({
  username: usernameSchema,
  /** Data points that nobody accepted are deleted with their photos; otherwise they stay without the name. */
  deletes_unaccepted: z.boolean(),
});
