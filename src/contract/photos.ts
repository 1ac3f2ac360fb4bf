import * as z from "zod/mini";
import { call } from "./call.ts";
import { photoVariants } from "./enums.ts";
import { byUuid } from "./request-fields.ts";

const signedQuery = z.object({
  expires: z.string().check(z.maxLength(20)),
  signature: z.string().check(z.maxLength(200)),
});

export const photoCalls = {
  getPhoto: call("GET", "/photos/{id}/{variant}", "signed_address", {
    cost: "picture",
    summary: "A photo, upright and without metadata, at a signed URL that expires.",
    params: z.extend(byUuid, { variant: z.enum(photoVariants) }),
    query: signedQuery,
    produces: "image/jpeg",
  }),
  getFile: call("GET", "/files/{id}", "signed_address", {
    cost: "picture",
    summary:
      "A file of a field that is no photo, at a signed URL that expires. PDFs are downloads. `Range` asks for a part.",
    params: byUuid,
    query: signedQuery,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg", "application/pdf"],
  }),
  getFileCopy: call("GET", "/files/{id}/copy", "signed_address", {
    cost: "picture",
    summary: "A public recording without metadata, at a signed URL that expires. `Range` asks for a part.",
    params: byUuid,
    query: signedQuery,
    produces: ["audio/webm", "audio/ogg", "audio/mp4", "audio/mpeg"],
  }),
};
