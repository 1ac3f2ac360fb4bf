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

export const uploadCalls = {
  createUpload: call("POST", "/uploads", "signed_in", {
    cost: "upload",
    summary:
      "Start a resumable upload of one photo or file (tus 1.0.0 with creation, creation-with-upload, expiration and termination). HEAD returns its offset, OPTIONS the supported extensions. A data point refers to it by id, in the field `upload:KEY`.",
    status: 201,
  }),
  continueUpload: call("PATCH", "/uploads/{id}", "signed_in", {
    cost: "upload",
    summary: "Append bytes to your own resumable upload.",
    params: byUuid,
    status: 204,
  }),
  deleteUpload: call("DELETE", "/uploads/{id}", "signed_in", {
    cost: "upload",
    summary: "Delete a resumable upload.",
    params: byUuid,
    status: 204,
  }),
};
