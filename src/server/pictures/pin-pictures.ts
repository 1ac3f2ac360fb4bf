import type { Field, Option, Picture } from "../../protocol/field.ts";
import { picturesOf } from "../../protocol/pictures.ts";
import { placesOf } from "../../protocol/places.ts";
import { saying } from "../../texts/saying.ts";
import type { Db } from "../database/connection.ts";
import { invalidFields } from "../refusals/invalid-fields.ts";
import { findPictures } from "./picture-queries.ts";

/**
 * Sets the size of each picture in a protocol.
 * @throws DomainError `validation_failed` with the place of a picture that the organization doesn't have
 */
export async function pinPictures<P extends { fields: Field[] }>(
  db: Db,
  organizationId: number,
  protocol: P,
): Promise<P> {
  const pictures = picturesOf([...placesOf(protocol.fields)]);
  if (pictures.length === 0) return protocol;
  const known = await findPictures(
    db,
    organizationId,
    pictures.map(({ picture }) => picture.id),
  );
  const unknown = pictures.filter(({ picture }) => !known.has(picture.id.toLowerCase()));
  if (unknown.length > 0) {
    const message = saying("validation.protocol.pictureUnknown");
    throw invalidFields(unknown.map(({ at }) => ({ path: ["protocol", "fields", ...at, "id"].join("."), message })));
  }
  const sized = (picture: Picture | undefined): Picture | undefined => {
    const id = picture?.id.toLowerCase() ?? "";
    return picture && { ...picture, id, ...known.get(id) };
  };
  return { ...protocol, fields: protocol.fields.map((field) => withPictures(field, sized)) };
}

type Sized = (picture: Picture | undefined) => Picture | undefined;

function withPictures(field: Field, sized: Sized): Field {
  const shown = { ...field, ...(field.picture && { picture: sized(field.picture) }) };
  if (shown.kind === "group") return { ...shown, fields: shown.fields.map((each) => withPictures(each, sized)) };
  if (!("options" in shown) || !shown.options) return shown;
  return {
    ...shown,
    options: shown.options.map(
      (option): Option => (option.picture ? { ...option, picture: sized(option.picture) } : option),
    ),
  };
}
