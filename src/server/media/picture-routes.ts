import type { FastifyInstance, FastifyReply } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { implementCall } from "../calls/implement-call.ts";
import { PictureFaultError } from "../photos/decoding/decode-task.ts";
import { copyKeyOf } from "../photos/derivatives/recording-copies.ts";
import { otherFormats } from "../photos/formats/file-formats.ts";
import { PhotoNotFoundError } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findOrigins, findSoundFormat, pictureKey, soundKey } from "./media-queries.ts";
import { type PictureServices, savePicture, saveSound } from "./save-media.ts";

const keptForGood = "public, max-age=31536000, immutable";

export function pictureRoutes(app: FastifyInstance, services: PictureServices): void {
  implementCall(app, calls.createPicture, {
    allow: "coordinator",
    handle: ({ params, request, identity: { username } }) =>
      savePicture(services, { organizationId: params.id, username }, request),
  });

  implementCall(app, calls.createSound, {
    allow: "coordinator",
    handle: ({ params, request, identity: { username } }) =>
      saveSound(services, { organizationId: params.id, username }, request),
  });

  // Everybody can read the protocols that show them.
  implementCall(app, calls.getPicture, {
    allow: "visitor",
    handle: async ({ params: { id }, reply }) => {
      const origins = await findOrigins(services.db, [id.toLowerCase()]);
      // A copy of a volunteer's photo goes with its data point: nothing between us and the reader keeps it.
      const isOfVolunteer = origins.get(id.toLowerCase())?.isOfVolunteer === true;
      return send(reply, pictureKey(id.toLowerCase()), "image/webp", isOfVolunteer ? "private, no-cache" : keptForGood);
    },
  });

  implementCall(app, calls.getSound, {
    allow: "visitor",
    handle: async ({ params: { id }, reply }) => {
      const format = await findSoundFormat(services.db, id);
      if (!format) throw new DomainError("not_found.file");
      const key = soundKey(id.toLowerCase());
      // Usually it is there. Backups have no copies, and sounds of older versions have none yet.
      await services.recordingCopies.make(key, format).catch((error: unknown) => {
        const isGone = error instanceof PhotoNotFoundError || error instanceof PictureFaultError;
        throw isGone ? new DomainError("not_found.file", { cause: error }) : error;
      });
      return send(reply, copyKeyOf(key), otherFormats[format].mediaType, keptForGood);
    },
  });

  /** Phones fetch the whole of it and keep it. */
  async function send(reply: FastifyReply, key: string, mediaType: string, cacheControl: string) {
    const { stream, sizeBytes } = await services.photoStore.openRead(key).catch((error: unknown) => {
      throw error instanceof PhotoNotFoundError ? new DomainError("not_found.photo") : error;
    });
    return reply
      .type(mediaType)
      .header("cache-control", cacheControl)
      .header("content-length", sizeBytes)
      .header("content-disposition", "inline")
      .header("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      .send(stream);
  }
}
