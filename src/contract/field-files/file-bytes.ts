/** A file that is read in small pieces, in roughly ascending order. */
export type FileBytes = {
  sizeBytes: number;
  /** The bytes from `at`, fewer at the end of the file. @param length at most 65,536 */
  read(at: number, length: number): Promise<Uint8Array>;
};

/** A browser has no `Buffer`. */
export const latin1 = (bytes: Uint8Array, start = 0, end?: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
