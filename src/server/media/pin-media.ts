import type { Field, Media } from "../../protocol/field.ts";
import { type MediumKind, mediaOf, withMedia } from "../../protocol/media.ts";
import { placesOf } from "../../protocol/places.ts";
import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { invalidFields } from "../refusals/domain-error.ts";
import { findPictures, findSounds } from "./media-queries.ts";

/**
 * Sets the size of each picture in a protocol, and format and length of each sound.
 * @throws DomainError `validation_failed` with the place of one that the organization doesn't have
 */
export async function pinMedia<P extends { fields: Field[] }>(db: Db, organizationId: number, protocol: P): Promise<P> {
  const places = [...placesOf(protocol.fields)];
  const idsOf = (kind: MediumKind) => mediaOf(places, kind).map(({ medium }) => medium.id.toLowerCase());
  const known = {
    picture: await findPictures(db, organizationId, idsOf("picture")),
    sound: await findSounds(db, organizationId, idsOf("sound")),
  };
  const unknown = (["picture", "sound"] as const).flatMap((kind) =>
    mediaOf(places, kind)
      .filter(({ medium }) => !known[kind].has(medium.id.toLowerCase()))
      .map(({ at }) => ({
        path: ["protocol", "fields", ...at, "id"].join("."),
        message: saying(`validation.protocol.${kind}Unknown`),
      })),
  );
  if (unknown.length > 0) throw invalidFields(unknown);
  const pinned = <Kind extends MediumKind>(owner: Media, kind: Kind) => {
    const medium = owner[kind];
    const id = medium?.id.toLowerCase() ?? "";
    return medium && { [kind]: { ...medium, id, ...known[kind].get(id) } };
  };
  const pin = <Owner extends Media>(owner: Owner): Owner => ({
    ...owner,
    ...pinned(owner, "picture"),
    ...pinned(owner, "sound"),
  });
  return { ...protocol, fields: protocol.fields.map((field) => withMedia(field, pin)) };
}
