import { type FormRows, inRowOrder, pathInOrder } from "../../foundation/answers/rows.ts";
import type { KeptPhoto, MeasuredRecord } from "../../outbox/record.ts";

/** A record to save: rows have their indexes as ids, so that answers, photos and values have the same paths. */
export function withRowsInOrder<Kind extends MeasuredRecord>(record: Kind, rows: FormRows): Kind {
  if (rows.size === 0) return record;
  const photos = record.photos.flatMap((photo): KeptPhoto[] => {
    const key = pathInOrder(photo.key, rows);
    if (key === undefined) return [];
    return [key === photo.key ? photo : { ...photo, key, storedAs: photo.key }];
  });
  const uploads = Object.entries(record.uploads).flatMap(([key, address]): [string, string][] => {
    const path = pathInOrder(key, rows);
    return path === undefined ? [] : [[path, address]];
  });
  const answers = inRowOrder(record.answers, rows);
  const defaults = record.defaults?.flatMap((path) => pathInOrder(path, rows) ?? []);
  return { ...record, answers, photos, uploads: Object.fromEntries(uploads), ...(defaults && { defaults }) };
}
