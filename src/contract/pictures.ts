import * as z from "zod/mini";
import { soundFormats } from "../protocol/field.ts";

/** A picture of a question or option, as it is shown. Not in the specification. */
export const savedPictureSchema = z.object({ id: z.uuid(), width: z.int(), height: z.int() });
export type SavedPicture = z.infer<typeof savedPictureSchema>;

/** A sound of a question or option. Some recorders don't write how long it is. */
export const savedSoundSchema = z.object({
  id: z.uuid(),
  format: z.enum(soundFormats),
  seconds: z.optional(z.number()),
});
export type SavedSound = z.infer<typeof savedSoundSchema>;
