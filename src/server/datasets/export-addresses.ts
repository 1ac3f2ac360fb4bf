import { createHmac, timingSafeEqual } from "node:crypto";
import type { DatasetFormat } from "../../contract/enums.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** A browser follows the address at once; it may have to wait for its turn. */
const lifetimeMs = 2 * 60_000;

export type ExportAddress = {
  questId: number;
  format: string;
  /** Seconds since 1970. */
  expires: string;
  signature: string;
};

/** Makes and checks the addresses at which a browser saves an export by itself: it sends no token when it does. */
export class ExportAddresses {
  readonly #secret: string;
  readonly #baseUrl: string;

  /** @param baseUrl what comes before `/api`, without a trailing slash */
  constructor({ secret, baseUrl }: { secret: string; baseUrl: string }) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  sign(questId: number, format: DatasetFormat, nowMs = Date.now()): string {
    const expires = String(Math.ceil((nowMs + lifetimeMs) / 1000));
    const signature = this.#signatureOf(questId, format, expires).toString("base64url");
    return `${this.#baseUrl}/api/datasets/${questId}/export?${new URLSearchParams({ format, expires, signature })}`;
  }

  /** @throws DomainError `forbidden` */
  verify({ questId, format, expires, signature }: ExportAddress, nowMs = Date.now()): void {
    const given = Buffer.from(signature, "base64url");
    const right = this.#signatureOf(questId, format, expires);
    const isOurs = given.length === right.length && timingSafeEqual(given, right);
    if (!isOurs || !(Number(expires) * 1000 > nowMs)) throw new DomainError("forbidden.exportAddress");
  }

  #signatureOf(questId: number, format: string, expires: string): Buffer {
    return createHmac("sha256", this.#secret).update(`dataset ${questId} ${format} ${expires}`).digest();
  }
}
