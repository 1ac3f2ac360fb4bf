import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Db } from "../database/connection.ts";
import { getInstallationValue } from "../database/installation.ts";

/** Push services accept at most a day. */
const validSeconds = 12 * 60 * 60;

const json = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Proves to push services that messages come from this installation (VAPID, RFC 8292). */
export class Vapid {
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
  authorizationFor(origin: string, nowMs = Date.now()): string {
    const claims = { aud: origin, exp: Math.floor(nowMs / 1000) + validSeconds, sub: this.#contact };
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
