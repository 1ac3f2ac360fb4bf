import { type Field, type Media, type MediaIn, ownOptions } from "./field.ts";
import type { Place } from "./places.ts";

export type MediumKind = keyof Media;
type Medium<Kind extends MediumKind> = { medium: NonNullable<Media[Kind]>; at: readonly (string | number)[] };

/** The pictures or sounds of fields and their options, each with its path from `fields`. */
export function mediaOf<Kind extends MediumKind>(places: readonly Place[], kind: Kind): Medium<Kind>[] {
  const found = (owner: Media, at: readonly (string | number)[]): Medium<Kind>[] => {
    const medium = owner[kind];
    return medium ? [{ medium, at: [...at, kind] }] : [];
  };
  return places.flatMap(({ field, at }) => [
    ...found(field, at),
    ...ownOptions(field).flatMap((option, index) => found(option, [...at, "options", index])),
  ]);
}

/** Pictures and sounds with other words. */
export const withWords = <From, To>({ picture, sound }: MediaIn<From>, map: (words: From) => To): MediaIn<To> => ({
  ...(picture && { picture: { ...picture, alt: map(picture.alt) } }),
  ...(sound && { sound: { ...sound, alt: map(sound.alt) } }),
});

/** A field whose pictures and sounds, and those of its options and inner fields, are replaced. */
export function withMedia(field: Field, change: <Owner extends Media>(owner: Owner) => Owner): Field {
  const changed = change(field);
  if (changed.kind === "group") return { ...changed, fields: changed.fields.map((each) => withMedia(each, change)) };
  if (!("options" in changed) || !changed.options) return changed;
  return { ...changed, options: changed.options.map((option) => change(option)) };
}
