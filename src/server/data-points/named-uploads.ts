import type { Readable } from "node:stream";
import type { DatabaseLogger, Db } from "../database/connection.ts";
import type { PhotoStore } from "../photos/store/photo-store.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { forgetUpload } from "../uploads/forget-uploads.ts";
import { openUpload } from "../uploads/open-upload.ts";
import { ownPhotoPart, partOfField } from "./data-point-rules.ts";
import type { UploadPart } from "./receive-upload.ts";

export type NamedUploadServices = { db: Db; logger: DatabaseLogger; photoStore: PhotoStore };

const prefix = "upload:";

/**
 * The uploads in parts that a form names in place of photos: `upload:KEY` for the photo of a field, `upload:file` for that
 * of the data point itself.
 */
export class NamedUploads {
  readonly #services: NamedUploadServices;
  readonly #username: string;
  readonly #ids = new Map<string, string>();

  constructor(services: NamedUploadServices, username: string) {
    this.#services = services;
    this.#username = username;
  }

  /** The parts, and behind them the photos that they name. */
  async *behind(parts: AsyncIterable<UploadPart>): AsyncGenerator<UploadPart> {
    for await (const part of parts) {
      const isNamed = part.type === "field" && part.fieldname.startsWith(prefix);
      if (!isNamed) yield part;
      else if (typeof part.value === "string" && part.value !== "") this.#ids.set(part.fieldname, part.value);
    }
    for (const [field, id] of this.#ids) {
      const key = field.slice(prefix.length);
      const fieldname = key === ownPhotoPart ? ownPhotoPart : partOfField(key);
      let stream: Readable | undefined;
      yield {
        type: "file",
        fieldname,
        isCounted: true,
        skip: () => {},
        open: async () => {
          stream = await this.#open(field, id);
          return stream;
        },
        forget: () => this.#forget(id),
      };
      stream?.destroy();
    }
  }

  /** To be called once a data point has taken them: nobody needs them any more. What is left here is forgotten in time. */
  async forget(): Promise<void> {
    for (const id of this.#ids.values()) await this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    await forgetUpload(this.#services, { id, username: this.#username }).catch((error: unknown) =>
      this.#services.logger.warn({ err: error, upload: id }, "an upload in parts stays until it expires"),
    );
  }

  async #open(field: string, id: string): Promise<Readable> {
    try {
      return await openUpload(this.#services, { id, username: this.#username });
    } catch (error) {
      throw error instanceof DomainError ? error.about(field) : error;
    }
  }
}
