import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { forgetUpload } from "../uploads/forget-uploads.ts";
import { openUpload } from "../uploads/open-upload.ts";
import { ownPhotoPart, partOfField } from "./data-point-rules.ts";
import type { PhotoPart } from "./upload-source.ts";

export type NamedUploadServices = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore };

const prefix = "upload:";

/** Whether a field names an upload in parts: `upload:KEY` for the photo of a field, `upload:file` for that of the data point itself. */
export const namesUpload = (field: string): boolean => field.startsWith(prefix);

/** The photo that a field names. */
export function namedPhoto(
  services: NamedUploadServices,
  { field, id, username }: { field: string; id: string; username: string },
): PhotoPart {
  const key = field.slice(prefix.length);
  return {
    type: "file",
    fieldname: key === ownPhotoPart ? ownPhotoPart : partOfField(key),
    isCounted: true,
    open: async () => {
      try {
        return await openUpload(services, { id, username });
      } catch (error) {
        throw error instanceof DomainError ? error.about(field) : error;
      }
    },
    forget: () => forgetNamedUpload(services, { id, username }),
  };
}

/** Once a data point has taken it, nobody needs an upload in parts any more. What stays here expires in time. */
export async function forgetNamedUpload(
  services: NamedUploadServices,
  { id, username }: { id: string; username: string },
): Promise<void> {
  try {
    await forgetUpload(services, { id, username });
  } catch (error) {
    services.logger.warn({ err: error, upload: id }, "a finished resumable upload could not be deleted; it expires");
  }
}
