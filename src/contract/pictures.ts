import * as z from "zod/mini";

/** A picture of a question or option, as it is shown. Not in the specification. */
export const savedPictureSchema = z.object({ id: z.uuid(), width: z.int(), height: z.int() });
export type SavedPicture = z.infer<typeof savedPictureSchema>;
