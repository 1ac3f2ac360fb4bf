import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import { DomainError } from "../../contract/errors.ts";
import { implementCall } from "../api/implement-call.ts";
import { requireSelf } from "../auth/guards.ts";
import { findParticipation } from "../participations/participation-queries.ts";
import { requireCollecting } from "../participations/participation-rules.ts";
import type { Services } from "../processes/services.ts";
import { getQuest } from "../quests/quest-queries.ts";
import { findDataPoint, listDataPoints } from "./data-point-queries.ts";
import { parseUploadFields, requirePhoto, requireSameOwner } from "./data-point-rules.ts";
import { receiveUpload } from "./receive-upload.ts";
import { storeDataPoint } from "./store-data-point.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function dataPointRoutes(app: FastifyInstance, services: Services): void {
  const { db, photoAddresses, photoStore } = services;

  async function requireParticipation(username: string, questId: number) {
    const participation = await findParticipation(db, username, questId);
    if (participation) return participation;
    await getQuest(db, questId);
    throw new DomainError("not_joined", "You are not signed up for this quest.");
  }

  implementCall(app, calls.listDataPoints, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: async ({ params }) => {
      await requireParticipation(params.username, params.id);
      return listDataPoints(db, photoAddresses, params.username, params.id);
    },
  });

  implementCall(app, calls.uploadDataPoint, {
    allow: ({ request, params }) => requireSelf(request, params.username),
    handle: async ({ params: { username, id: questId }, request, reply }) => {
      const participation = await requireParticipation(username, questId);
      const findSent = async (id: string | undefined) => {
        const existing = id && uuid.test(id) ? await findDataPoint(db, photoAddresses, id.toLowerCase()) : undefined;
        if (existing) requireSameOwner(existing, username, questId);
        return existing;
      };
      let isKnownToBeNew = false;
      const upload = await services.uploads.during(reply.raw, () =>
        receiveUpload(request, photoStore, async (fields) => {
          if (await findSent(fields.id)) return true;
          isKnownToBeNew = fields.id !== undefined;
          requireCollecting(participation);
          return false;
        }),
      );
      try {
        // an id that came behind the photo, or with none, has not been looked for yet
        const existing = isKnownToBeNew ? undefined : await findSent(upload.fields.id);
        if (existing) {
          if (upload.photo) await photoStore.delete(upload.photo.key);
          return existing;
        }
        const fields = parseUploadFields(upload.fields);
        requireCollecting(participation);
        const id = fields.id?.toLowerCase() ?? randomUUID();
        const photo = requirePhoto(upload.photo);
        return await storeDataPoint(services, { id, username, questId, fields, photo });
      } catch (error) {
        // of any other failure nobody knows whether the row was committed; the sweep finds out, a day later
        if (upload.photo && error instanceof DomainError) await photoStore.delete(upload.photo.key);
        throw error;
      }
    },
  });
}
