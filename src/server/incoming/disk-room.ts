import { statfs } from "node:fs/promises";
import { DomainError } from "../refusals/domain-error.ts";

/** The database and other files need space as well. */
const freeBytesMin = 500_000_000;
const lookEveryBytes = 50_000_000;

export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Undefined while uploads are accepted. @param freeBytes undefined: the folder can't be read */
export function describeLackOfRoom(freeBytes: number | undefined): string | undefined {
  if (freeBytes === undefined) return "The folder DATA_DIR can't be read.";
  if (freeBytes >= freeBytesMin) return undefined;
  return `The disk of DATA_DIR has ${Math.round(freeBytes / 1e6)} MB left. Uploads are refused below ${freeBytesMin / 1e6} MB.`;
}

/** The free space on a folder's disk. All uploads share one, so the number of checks doesn't depend on their number. */
class DiskRoom {
  #bytesSinceLook = 0;

  constructor(private readonly folder: string) {}

  /**
   * @param bytes announced
   * @throws DomainError `storage_full`
   */
  async require(bytes = 0): Promise<void> {
    this.#bytesSinceLook = 0;
    const freeBytes = await measureFreeBytes(this.folder);
    if (freeBytes >= bytes + freeBytesMin) return;
    throw new DomainError("storage_full", { cause: new Error(`${freeBytes} bytes are free on the disk`) });
  }

  /** @throws DomainError `storage_full` */
  async take(bytes: number): Promise<void> {
    this.#bytesSinceLook += bytes;
    if (this.#bytesSinceLook >= lookEveryBytes) await this.require();
  }
}

const rooms = new Map<string, DiskRoom>();

export function roomIn(folder: string): DiskRoom {
  const room = rooms.get(folder) ?? new DiskRoom(folder);
  rooms.set(folder, room);
  return room;
}
