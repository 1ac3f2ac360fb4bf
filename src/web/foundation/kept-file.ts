/**
 * A file as databases keep it: WebKit stores no files in private windows, and now and then fails elsewhere. A photo that an
 * older app left is still a blob.
 */
export type KeptFile = { name: string; type: string; lastModified: number; bytes: ArrayBuffer | Blob };

/** Reads it as a whole, so not inside a transaction, which would end meanwhile. */
export async function asKept(file: File): Promise<KeptFile> {
  const { name, type, lastModified } = file;
  return { name, type, lastModified, bytes: await file.arrayBuffer() };
}

export const asFile = ({ name, type, lastModified, bytes }: KeptFile): File =>
  new File([bytes], name, { type, lastModified });
