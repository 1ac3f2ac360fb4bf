import { call } from "./call.ts";
import { byUuid } from "./request-fields.ts";

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
