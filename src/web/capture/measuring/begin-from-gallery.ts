import type { Quest } from "../../../contract/quests.ts";
import { photoWish } from "../../../protocol/check-values.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { knownClockSkewSeconds } from "../../foundation/api/server-clock.ts";
import { dropShared, readGallery } from "../../foundation/phone/kept-photos.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { findRecord, keepDraft } from "../../outbox/outbox.ts";
import { ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { sha256Of } from "../../outbox/sha256.ts";
import { isInTab } from "../../outbox/storage.ts";
import { atPhotosOwn, withPhoto } from "./measure.ts";
import { readOrigin } from "./read-photo.ts";

/** The quest that photos are for, with the form to fill in. */
export type ChosenQuest = { id: number; name: string; protocol: Protocol; protocolVersion: number };

export function chosenQuest({ id, quest_name: name, quest_type: type, ...quest }: Quest): ChosenQuest {
  const { protocol, protocol_version: protocolVersion } = quest;
  return { id, name, protocol: protocol ?? specificationForm(type), protocolVersion: protocolVersion ?? 0 };
}

/** Where the form takes a photo: its own, or the first question for one. Undefined if it asks for none. */
export function photoKeyOf({ protocol }: ChosenQuest): string | undefined {
  if (photoWish(protocol) !== "none") return ownPhotoKey;
  return protocol.fields.find(({ kind, shown_when }) => kind === "photo" && !shown_when)?.key;
}

export type Begun = {
  /** Undefined if no photo is left. */
  draft: Pick<PointRecord, "localId" | "questId"> | undefined;
  /** Names of photos that are in data points already, and of those that can't be read. */
  used: readonly string[];
  unreadable: readonly string[];
};

/**
 * Starts a draft with the first of the shared photos that is in no data point of this account yet. It has the photo's own
 * time and position. What has a draft, or is one, is no longer kept.
 * @throws what `keepDraft` throws
 */
export async function beginFromGallery(account: string, quest: ChosenQuest, key: string): Promise<Begun> {
  const { photos } = await readGallery();
  const used: string[] = [];
  const unreadable: string[] = [];
  for (const { id, photo } of photos) {
    const sha256 = await sha256Of(photo);
    if (sha256 === undefined) {
      unreadable.push(photo.name);
      continue;
    }
    const localId = await draftIdOf(account, sha256);
    const known = await findRecord(localId);
    if (!known) await keepDraft(await draftOf(account, quest, { key, photo, sha256, localId }), { [key]: photo });
    // What is only in this tab is still kept there.
    if (!isInTab(localId)) await dropShared({ id });
    if (!known || known.state === "draft")
      return { draft: { localId, questId: known?.questId ?? quest.id }, used, unreadable };
    used.push(photo.name);
  }
  return { draft: undefined, used, unreadable };
}

/** One for each photo, however often it is shared or the page is killed. */
const draftIdOf = async (account: string, sha256: string) =>
  `gallery-${await sha256Of(new Blob([JSON.stringify([account, sha256])]))}`;

async function draftOf(
  account: string,
  { id, name, protocolVersion }: ChosenQuest,
  { key, photo, sha256, localId }: { key: string; photo: File; sha256: string; localId: string },
): Promise<PointRecord> {
  const origin = await readOrigin(photo);
  const empty = { ...newDraft(account, { id, name }, protocolVersion), localId };
  const { name: fileName, type, size: sizeBytes } = photo;
  const kept = { key, name: fileName, type, sizeBytes, sha256, takenAtMs: origin.takenAtMs };
  return atPhotosOwn(withPhoto(empty, kept), origin, knownClockSkewSeconds() ?? null);
}
