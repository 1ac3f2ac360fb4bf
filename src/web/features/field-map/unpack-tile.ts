/** A few kilobytes may unpack to gigabytes. */
const unpackedBytesMax = 16_000_000;

/** A tile as it is in the map file, which may have packed it. @throws RangeError if it would be too long; what the browser throws */
export async function unpackTile(bytes: ArrayBuffer): Promise<Uint8Array> {
  const packed = new Uint8Array(bytes);
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  if (!isPacked) return packed;
  const stream = new Response(bytes).body?.pipeThrough(new DecompressionStream("gzip"));
  const reader = stream?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    length += next.value.length;
    if (length > unpackedBytesMax) {
      await reader?.cancel();
      throw new RangeError("The tile is too long.");
    }
    pieces.push(next.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
