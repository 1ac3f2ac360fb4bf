/** All bytes at once. @throws RangeError if there are more than `bytesMax` */
export async function readAtMost(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new RangeError(`more than ${bytesMax} bytes`);
    read.push(chunk);
  }
  return Buffer.concat(read);
}
