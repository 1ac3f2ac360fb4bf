import { lookup as lookUp } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { encryptPush, type PushKeys } from "./encrypt-push.ts";
import type { Vapid } from "./vapid.ts";

export type PushTarget = PushKeys & { endpoint: string };
/** `gone`: the browser has ended the subscription. `refused`: it never works. Anything else is worth another try. */
export type PushResult = "sent" | "gone" | "refused" | "postponed";

const keptForSeconds = 3 * 24 * 60 * 60;

/** A push service whose address is not public. */
class InwardAddressError extends Error {}

/** Sends messages to browsers' push services, and only to public addresses. */
export class PushService {
  readonly #vapid: Vapid;
  readonly #allowedOrigins: readonly string[];
  readonly #timeoutMs: number;

  /** @param allowedOrigins may be inside the network, and without TLS */
  constructor({
    vapid,
    allowedOrigins,
    timeoutMs = 10_000,
  }: {
    vapid: Vapid;
    allowedOrigins: readonly string[];
    timeoutMs?: number;
  }) {
    this.#vapid = vapid;
    this.#timeoutMs = timeoutMs;
    this.#allowedOrigins = allowedOrigins;
  }

  get publicKey(): string {
    return this.#vapid.publicKey;
  }

  /** Whether it may be an address of a push service; names are resolved when a message is sent. */
  isAllowed(endpoint: string): boolean {
    const url = new URL(endpoint);
    if (this.#allowedOrigins.includes(url.origin)) return true;
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    return (
      url.protocol === "https:" && url.username === "" && url.password === "" && (isIP(host) === 0 || isPublic(host))
    );
  }

  async send(target: PushTarget, text: string): Promise<PushResult> {
    if (!this.isAllowed(target.endpoint)) return "refused";
    try {
      return resultOf(await this.#post(new URL(target.endpoint), encryptPush(text, target)));
    } catch (error) {
      return error instanceof InwardAddressError ? "refused" : "postponed";
    }
  }

  /** The status. Redirects are not followed. */
  #post(url: URL, body: Buffer): Promise<number> {
    const isOwn = this.#allowedOrigins.includes(url.origin);
    const headers = {
      authorization: this.#vapid.authorizationFor(url.origin),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      "content-length": body.length,
      ttl: keptForSeconds,
      urgency: "normal",
    };
    const options = { method: "POST", headers, signal: AbortSignal.timeout(this.#timeoutMs), agent: false as const };
    return new Promise((resolve, reject) => {
      const post = url.protocol === "http:" ? requestHttp : requestHttps;
      const request = post(url, isOwn ? options : { ...options, lookup: lookUpPublic }, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      request.on("error", reject);
      request.end(body);
    });
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "postponed" : "refused";
}

/** Not private, loopback, link-local or otherwise special, also if an IPv4 address is written as IPv6. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** The connection goes to the addresses that were checked, so a name can't change in between. */
const lookUpPublic: LookupFunction = (host, options, done) =>
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, "", 0);
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublic(address))) {
      return done(new InwardAddressError("the push service has no public address"), "", 0);
    }
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
