import { lookup as lookUp } from "node:dns";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { HostPlaces, hostOf } from "./host-places.ts";

/** The receiver has an address that isn't public, or none that may be called. */
export class InwardAddressError extends Error {}

/** No more of an answer is read. */
const answerBytesMax = 4_096;

/**
 * Posts to addresses that people name, and only to public ones. One limit of time is for the whole exchange, one of bytes for the
 * answer. Redirects are not followed.
 */
export class OutwardPosts {
  /** Tells senders which hosts have places for another post. */
  readonly places = new HostPlaces();
  readonly #allowedOrigins: readonly string[];
  readonly #timeoutMs: number;
  readonly #lookup: LookupFunction;

  /**
   * @param allowedOrigins may be inside the network, and without TLS
   * @param lookUpName replaces the resolver of names
   */
  constructor({
    allowedOrigins,
    timeoutMs = 10_000,
    lookUpName = lookUp,
  }: {
    allowedOrigins: readonly string[];
    timeoutMs?: number;
    lookUpName?: typeof lookUp;
  }) {
    this.#allowedOrigins = allowedOrigins;
    this.#timeoutMs = timeoutMs;
    this.#lookup = lookUpPublic(lookUpName);
  }

  /** Whether it may be called; names are resolved when something is posted. */
  isAllowed(address: string): boolean {
    const url = new URL(address);
    if (this.#allowedOrigins.includes(url.origin)) return true;
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    return (
      url.protocol === "https:" && url.username === "" && url.password === "" && (isIP(host) === 0 || isPublic(host))
    );
  }

  /**
   * The status of the answer, once it has ended or enough of it was read.
   * @throws InwardAddressError, or whatever the connection ends with
   */
  async post(address: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<number> {
    if (!this.isAllowed(address)) throw new InwardAddressError("not a public https address");
    const begunMs = performance.now();
    let answeredMs: number | undefined;
    try {
      const status = await this.#exchange(address, headers, body);
      answeredMs = performance.now() - begunMs;
      return status;
    } finally {
      this.places.note(hostOf(address), answeredMs);
    }
  }

  #exchange(address: string, headers: OutgoingHttpHeaders, body: Buffer): Promise<number> {
    const url = new URL(address);
    const isOwn = this.#allowedOrigins.includes(url.origin);
    const options = {
      method: "POST",
      headers: { ...headers, "content-length": body.length },
      signal: AbortSignal.timeout(this.#timeoutMs),
      agent: false as const,
    };
    return new Promise((resolve, reject) => {
      const request = url.protocol === "http:" ? requestHttp : requestHttps;
      let answer: IncomingMessage | undefined;
      const posted = request(url, isOwn ? options : { ...options, lookup: this.#lookup }, (response) => {
        answer = response;
        cutLong(response);
        response.on("close", () => resolve(response.statusCode ?? 0));
      });
      // A broken or late answer is one as well.
      posted.on("error", (error) => (answer ? resolve(answer.statusCode ?? 0) : reject(error)));
      posted.end(body);
    });
  }
}

function cutLong(response: IncomingMessage): void {
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > answerBytesMax) response.destroy();
  });
  response.on("error", () => undefined);
}

/** What is assigned today: the rest of IPv6 holds IPv4-compatible, translated and other special addresses. */
const globalIpv6 = ipaddr.parseCIDR("2000::/3");

/** Not private, loopback, link-local or otherwise special, also if an IPv4 address is written as IPv6. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  return read.range() === "unicast" && (read.kind() === "ipv4" || read.match(globalIpv6));
}

/** The connection goes to the addresses that were checked, so a name can't change in between. */
const lookUpPublic =
  (lookUpName: typeof lookUp): LookupFunction =>
  (host, options, done) =>
    lookUpName(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address))) {
        return done(new InwardAddressError("the receiver has no public address"), "", 0);
      }
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
