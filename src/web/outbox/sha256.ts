/** @returns hexadecimal; undefined if the file cannot be read (deleted, too little memory) */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  try {
    // `crypto.subtle` needs https or localhost.
    if (!globalThis.crypto?.subtle) return await sha256InParts(file);
    return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer())));
  } catch {
    return undefined;
  }
}

const partBytes = 1_048_576;

async function sha256InParts(file: Blob): Promise<string> {
  const { sha256 } = await import("@noble/hashes/sha2.js");
  const hash = sha256.create();
  for (let offset = 0; offset < file.size; offset += partBytes) {
    hash.update(new Uint8Array(await file.slice(offset, offset + partBytes).arrayBuffer()));
  }
  return hexOf(hash.digest());
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
