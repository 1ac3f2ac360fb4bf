import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** A browser's public key and secret, in base64url. */
export type PushKeys = { p256dh: string; auth: string };

const recordBytes = 4096;
/** Ends the last record (RFC 8188, 2). */
const lastRecord = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/**
 * The body of a push message in one record (RFC 8291 with the coding aes128gcm of RFC 8188).
 * @throws Error if the browser's key is no point of P-256
 */
export function encryptPush(text: string, { p256dh, auth }: PushKeys): Buffer {
  const browserKey = Buffer.from(p256dh, "base64url");
  const own = createECDH("prime256v1");
  const ownKey = own.generateKeys();
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey]);
  const secret = derive(own.computeSecret(browserKey), Buffer.from(auth, "base64url"), info, 32);
  const salt = randomBytes(16);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const content = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([lastRecord])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, content]);
}

/** Whether a browser's key can be encrypted for. */
export function isPushKey({ p256dh, auth }: PushKeys): boolean {
  if (Buffer.from(auth, "base64url").length !== 16) return false;
  try {
    const own = createECDH("prime256v1");
    own.generateKeys();
    return own.computeSecret(Buffer.from(p256dh, "base64url")).length > 0;
  } catch {
    return false;
  }
}
