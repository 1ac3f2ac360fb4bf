import * as z from "zod/mini";
import { numberField } from "../protocol/form-text.ts";
import * as limits from "./limits.ts";
import { coordinatesSchema, idSchema, latitudeSchema, longitudeSchema, usernameSchema } from "./scalars.ts";

/** URL parameters, parsed from text. */

export const byId = z.object({
  id: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.pipe(z.transform(Number), idSchema)),
});
export const byUuid = z.object({ id: z.uuid() });

const tileNumber = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/)),
    z.pipe(z.transform(Number), z.int().check(z.minimum(0), z.maximum(max))),
  );
/** A tile by zoom, column and row. The range of columns and rows depends on the zoom. */
export const byTile = z.object({
  z: tileNumber(limits.tileZoomMax),
  x: tileNumber(2 ** limits.tileZoomMax - 1),
  y: tileNumber(2 ** limits.tileZoomMax - 1),
});

export const byUsername = z.object({ username: usernameSchema });
export const byUsernameAndId = z.extend(byUsername, byId.shape);

export const byDataPointOfAdventurer = z.extend(byUsernameAndId, { data_point_id: z.uuid() });

/** Comma-separated numbers. */
const numberList = z.pipe(
  z.string().check(z.maxLength(limits.shortTextLength)),
  z.transform((value) => value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)))),
);
/** `west,south,east,north` in degrees; west exceeds east across the antimeridian. */
export const bboxQuery = z.pipe(
  numberList,
  z.tuple([longitudeSchema, latitudeSchema, longitudeSchema, latitudeSchema]),
);
/** A box whose south isn't north of its north. */
export const uprightBboxQuery = bboxQuery.check(
  z.refine(([, south, , north]) => south <= north, { params: { text: "validation.request.upsideDown" } }),
);
/** `lat,lon` in degrees. */
export const pointQuery = z.pipe(numberList, coordinatesSchema);

/** Paging parameters; `after` comes from the previous part's `Link` header. */
export const partQuery = z.object({
  limit: z.optional(numberField(z.int().check(z.minimum(1), z.maximum(limits.pageSize.max)))),
  after: z.optional(z.string().check(z.maxLength(limits.shortTextLength))),
});

/** A sort column, or `-column` for descending order. */
export const sortQuery = <Column extends string>(columns: readonly Column[]) =>
  z.enum([...columns, ...columns.map((column) => `-${column}` as const)]);
