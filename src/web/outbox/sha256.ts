/** In hexadecimal; undefined where the browser cannot tell (plain http away from localhost, too little memory). */
export async function sha256Of(file: Blob): Promise<string | undefined> {
  try {
    const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return undefined;
  }
}
