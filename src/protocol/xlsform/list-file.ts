import type { ListReference } from "../field.ts";

/** A form doesn't hold its lists; somebody puts the file beside it. This is its name without the ending. */
export const fileName = ({ id, version = 1 }: ListReference): string => `list-${id}-version-${version}`;
