import type { DatabaseLogger, Db } from "../database/connection.ts";
import { regardlessOfRights } from "../database/rights.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { forgetUpload } from "../uploads/forget-uploads.ts";
import { openUpload } from "../uploads/open-upload.ts";
import type { FilePart } from "./upload-source.ts";

export type NamedUploadServices = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore };

const prefix = "upload:";

/** Fields that name a resumable upload: `upload:KEY` for a field's file, `upload:file` for the data point's own. */
export const namesUpload = (field: string): boolean => field.startsWith(prefix);

export const namedPath = (field: string): string => field.slice(prefix.length);

export function namedFile(
  services: NamedUploadServices,
  { field, id, username }: { field: string; id: string; username: string },
): FilePart {
  return {
    type: "file",
    path: namedPath(field),
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

/** Deletes a resumable upload that a data point has used. False if it wasn't there; if that fails, it expires. */
export async function forgetNamedUpload(
  services: NamedUploadServices,
  { id, username }: { id: string; username: string },
): Promise<boolean> {
  try {
    return await regardlessOfRights(() => forgetUpload(services, { id, username }));
  } catch (error) {
    services.logger.warn({ err: error, upload: id }, "a finished resumable upload could not be deleted; it expires");
    return false;
  }
}
