import * as z from "zod/mini";
import { soundFormats } from "../protocol/field.ts";
import { call } from "./call.ts";
import { byId, byUuid } from "./request-fields.ts";

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

export const pictureCalls = {
  createPicture: call("POST", "/organizations/{id}/pictures", "coordinator", {
    cost: "upload",
    summary: "Upload a picture that questions and options can show. It is kept as a small WebP without metadata.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file" },
    status: 201,
    response: savedPictureSchema,
  }),
  getPicture: call("GET", "/pictures/{id}", "visitor", {
    cost: "picture",
    summary: "A picture of a question or option. It never changes.",
    params: byUuid,
    produces: "image/webp",
  }),
  createSound: call("POST", "/organizations/{id}/sounds", "coordinator", {
    cost: "upload",
    summary:
      "Upload a sound that questions and options can play: MP3, Opus in WebM or Ogg, or AAC in MP4, at most 2 MB.",
    params: byId,
    body: z.object({}),
    multipart: { file: "file", holds: "MP3, Opus in WebM or Ogg, or AAC in MP4, at most 2 MB." },
    status: 201,
    response: savedSoundSchema,
  }),
  getSound: call("GET", "/sounds/{id}", "visitor", {
    cost: "picture",
    summary: "A sound of a question or option. It never changes.",
    params: byUuid,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg"],
  }),
};
