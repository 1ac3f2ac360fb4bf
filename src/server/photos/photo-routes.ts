import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { AudioFormat } from "../database/column-types.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { PictureFaultError } from "./decoding/decode-task.ts";
import type { PhotoDerivatives } from "./derivatives/photo-derivatives.ts";
import { copyKeyOf, type RecordingCopies } from "./derivatives/recording-copies.ts";
import { otherFormats } from "./formats/file-formats.ts";
import { sendStored } from "./send-stored.ts";
import type { PhotoAddresses } from "./signed-address.ts";
import { type DirectAddress, PhotoNotFoundError, type PhotoStore } from "./store/photo-store.ts";

export type PhotoRouteServices = {
  /** The key of the original, by the id in the URL. */
  findPhotoKey: (id: string) => Promise<string | undefined>;
  setUnreadable: (id: string) => Promise<void>;
  photoAddresses: PhotoAddresses;
  photoDerivatives: PhotoDerivatives;
};

/** Anyone with a signed URL may see the photo; the original is never served. */
export function photoRoutes(app: FastifyInstance, services: PhotoRouteServices): void {
  const { findPhotoKey, setUnreadable, photoAddresses, photoDerivatives } = services;

  implementCall(app, calls.getPhoto, {
    allow: "signed_address",
    requireSignedAddress: ({ request, params }) => {
      const { expires, signature } = request.query as Record<string, unknown>;
      photoAddresses.verify({ ...params, expires: String(expires), signature: String(signature) });
    },
    handle: async ({ params: { id, variant }, query, request, reply }) => {
      const remainingSeconds = photoAddresses.verify({ id, variant, ...query });
      const originalKey = await findPhotoKey(id);
      if (!originalKey) throw new DomainError("not_found.photo");
      const etag = `"${originalKey.slice(originalKey.indexOf("/") + 1)}-${variant}"`;
      reply
        .type("image/jpeg")
        .header("cache-control", `private, max-age=${remainingSeconds}, immutable`)
        .header("etag", etag)
        .header("content-disposition", "inline")
        .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header("x-content-type-options", "nosniff");
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      const failed = async (error: unknown): Promise<never> => {
        reply.removeHeader("etag").header("cache-control", "no-store");
        if (error instanceof DomainError && error.code === "photo_unreadable") await setUnreadable(id);
        if (error instanceof PhotoNotFoundError) throw new DomainError("not_found.photo");
        throw error;
      };
      const direct = await photoDerivatives.directAddress(originalKey, variant).catch(failed);
      if (direct) return sendOn(reply, direct, remainingSeconds);
      const { stream, sizeBytes } = await photoDerivatives.open(originalKey, variant).catch(failed);
      return reply.header("content-length", sizeBytes).send(stream);
    },
  });
}

/** Redirects to the store without a referrer. Browsers may repeat the redirect while the URL is valid. */
function sendOn(reply: FastifyReply, { address, expiresAt }: DirectAddress, remainingSeconds: number): FastifyReply {
  const goodForSeconds = Math.floor((expiresAt.getTime() - Date.now()) / 1000) - 60;
  return reply
    .removeHeader("etag")
    .removeHeader("content-type")
    .removeHeader("content-disposition")
    .header("cache-control", `private, max-age=${Math.max(0, Math.min(remainingSeconds, goodForSeconds))}`)
    .header("referrer-policy", "no-referrer")
    .redirect(address, 302);
}

type FileRouteServices = {
  /** A file of a field that is no photo, by the id in its URL. */
  findFile: (
    id: string,
  ) => Promise<{ photo_key: string; key: string; bytes: number; format: keyof typeof otherFormats } | undefined>;
  /** A recording, by the id in its URL. */
  findRecording: (
    id: string,
  ) => Promise<{ photo_key: string; key: string; format: AudioFormat; is_copied: boolean } | undefined>;
  photoAddresses: PhotoAddresses;
  photoStore: PhotoStore;
  recordingCopies: RecordingCopies;
};

type ToSend = { storeKey: string; key: string; bytes: number; format: keyof typeof otherFormats };

export function fileRoutes(app: FastifyInstance, services: FileRouteServices): void {
  const { findFile, findRecording, photoAddresses, photoStore, recordingCopies } = services;
  const requireSignatureOf =
    (variant: "file" | "copy") =>
    ({ request, params: { id } }: { request: FastifyRequest; params: { id: string } }) => {
      const { expires, signature } = request.query as Record<string, unknown>;
      photoAddresses.verify({ id, variant, expires: String(expires), signature: String(signature) });
    };

  // Anyone with a signed URL gets the file as it was sent, with the type of its bytes. Only recordings can be shown.
  implementCall(app, calls.getFile, {
    allow: "signed_address",
    requireSignedAddress: requireSignatureOf("file"),
    handle: async ({ params: { id }, query, request, reply }) => {
      const remainingSeconds = photoAddresses.verify({ id, variant: "file", ...query });
      const file = await findFile(id);
      if (!file) throw new DomainError("not_found.file");
      return send({ ...file, storeKey: file.photo_key }, remainingSeconds, { request, reply });
    },
  });

  // The address of a copy says nothing that leads to the original, and doesn't open it.
  implementCall(app, calls.getFileCopy, {
    allow: "signed_address",
    requireSignedAddress: requireSignatureOf("copy"),
    handle: async ({ params: { id }, query, request, reply }) => {
      const remainingSeconds = photoAddresses.verify({ id, variant: "copy", ...query });
      const recording = await findRecording(id);
      if (!recording?.is_copied) throw new DomainError("not_found.file");
      const { photo_key: originalKey, key, format } = recording;
      // Usually it is there. Backups have no copies.
      const bytes = await recordingCopies.make(originalKey, format).catch((error: unknown) => {
        const isGone = error instanceof PhotoNotFoundError || error instanceof PictureFaultError;
        throw isGone ? new DomainError("not_found.file") : error;
      });
      return send({ storeKey: copyKeyOf(originalKey), key, bytes, format }, remainingSeconds, { request, reply });
    },
  });

  async function send(
    { storeKey, key, bytes, format }: ToSend,
    remainingSeconds: number,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<FastifyReply> {
    const { kind, mediaType } = otherFormats[format];
    // Keys and formats have only letters, digits, `_`, `-` and dots.
    const disposition = `${kind === "file" ? "attachment" : "inline"}; filename="${key}.${format}"`;
    reply.header("cache-control", `private, max-age=${remainingSeconds}, immutable`);
    const direct = await photoStore.directAddress?.(storeKey, {
      contentType: mediaType,
      contentDisposition: disposition,
    });
    if (direct) return sendOn(reply, direct, remainingSeconds);
    return sendStored({ request, reply }, photoStore, {
      key: storeKey,
      bytes,
      mediaType,
      contentDisposition: disposition,
    });
  }
}
