import { ownOptions, type Picture } from "./field.ts";
import type { Place } from "./places.ts";

/** The pictures of fields and their options, each with its path from `fields`. */
export const picturesOf = (places: readonly Place[]): { picture: Picture; at: readonly (string | number)[] }[] =>
  places.flatMap(({ field, at }) => [
    ...(field.picture ? [{ picture: field.picture, at: [...at, "picture"] }] : []),
    ...ownOptions(field).flatMap(({ picture }, index) =>
      picture ? [{ picture, at: [...at, "options", index, "picture"] }] : [],
    ),
  ]);
