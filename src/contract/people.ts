import * as z from "zod/mini";
import * as limits from "./limits.ts";
import { text } from "./scalars.ts";

export const usernameSchema = text(limits.usernameLength.min, limits.usernameLength.max);

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
