import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
} from "node:crypto";
import type { Db } from "../database/connection.ts";
import { getInstallationValue } from "../database/installation.ts";
import { InwardAddressError, type OutwardPosts } from "../outward/outward-posts.ts";

export type PushTarget = PushKeys & { endpoint: string };
/** `gone`: the browser has ended the subscription. `refused`: it never works. Anything else is worth another try. */
export type PushResult = "sent" | "gone" | "refused" | "postponed";

const keptForSeconds = 3 * 24 * 60 * 60;

/** Sends messages to browsers' push services. */
export class PushService {
  readonly #vapid: Vapid;
  readonly #posts: OutwardPosts;

  constructor({ vapid, posts }: { vapid: Vapid; posts: OutwardPosts }) {
    this.#vapid = vapid;
    this.#posts = posts;
  }

  get publicKey(): string {
    return this.#vapid.publicKey;
  }

  /** Whether it may be an address of a push service. */
  isAllowed(endpoint: string): boolean {
    return this.#posts.isAllowed(endpoint);
  }

  async send(target: PushTarget, text: string): Promise<PushResult> {
    const headers = {
      authorization: this.#vapid.authorizationFor(new URL(target.endpoint).origin),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: keptForSeconds,
      urgency: "normal",
    };
    try {
      return resultOf(await this.#posts.post(target.endpoint, headers, encryptPush(text, target)));
    } catch (error) {
      return error instanceof InwardAddressError ? "refused" : "postponed";
    }
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "postponed" : "refused";
}

/** A browser's public key and secret, in base64url. */
type PushKeys = { p256dh: string; auth: string };

const recordBytes = 4096;
/** Ends the last record (RFC 8188, 2). */
const lastRecord = 2;

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, length));

/**
 * The body of a push message in one record (RFC 8291 with the coding aes128gcm of RFC 8188).
 * @throws Error if the browser's key is no point of P-256
 */
function encryptPush(text: string, { p256dh, auth }: PushKeys): Buffer {
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

/** Push services accept at most a day. */
const validSeconds = 12 * 60 * 60;

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Proves to push services that messages come from this installation (VAPID, RFC 8292). */
class Vapid {
  readonly #key: KeyObject;
  /** An uncompressed point of P-256, in base64url. */
  readonly publicKey: string;
  readonly #contact: string;

  /** @param key private, PKCS #8 in base64url. @param contact an address at which push services reach the operator */
  constructor({ key, contact }: { key: string; contact: string }) {
    this.#key = createPrivateKey({ key: Buffer.from(key, "base64url"), format: "der", type: "pkcs8" });
    const { x = "", y = "" } = this.#key.export({ format: "jwk" });
    this.publicKey = Buffer.concat([
      Buffer.from([4]),
      Buffer.from(x, "base64url"),
      Buffer.from(y, "base64url"),
    ]).toString("base64url");
    this.#contact = contact;
  }

  /** The header `Authorization` for a push service. */
  authorizationFor(origin: string): string {
    const claims = { aud: origin, exp: Math.floor(Date.now() / 1000) + validSeconds, sub: this.#contact };
    const signed = `${json({ typ: "JWT", alg: "ES256" })}.${json(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: this.#key, dsaEncoding: "ieee-p1363" });
    return `vapid t=${signed}.${signature.toString("base64url")}, k=${this.publicKey}`;
  }
}

/** The key is made once per installation; with another one, browsers would have to subscribe again. */
export async function openVapid(db: Db, contact: string): Promise<Vapid> {
  const key = await getInstallationValue(db, "push_key", () =>
    generateKeyPairSync("ec", { namedCurve: "prime256v1" })
      .privateKey.export({ format: "der", type: "pkcs8" })
      .toString("base64url"),
  );
  return new Vapid({ key, contact });
}
