import type { DatasetFormat } from "../../contract/enums.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** Browsers follow the URL at once, but may have to wait for their turn. */
const lifetimeMs = 2 * 60_000;

export type ExportAddress = {
  questId: number;
  format: string;
  /** Seconds since 1970. */
  expires: string;
  signature: string;
};

/** Makes and checks signed URLs of exports, since a browser sends no token when it saves a file. */
export class ExportAddresses {
  /** @param baseUrl what comes before `/api`, without a trailing slash */
  constructor(private readonly options: { secret: string; baseUrl: string }) {}

  sign(questId: number, format: DatasetFormat, nowMs = Date.now()): string {
    const expires = String(Math.ceil((nowMs + lifetimeMs) / 1000));
    const signature = signatureOf(this.options.secret, "dataset", String(questId), format, expires);
    return `${this.options.baseUrl}/api/datasets/${questId}/export?${new URLSearchParams({ format, expires, signature })}`;
  }

  /** @throws DomainError `forbidden` */
  verify({ questId, format, expires, signature }: ExportAddress, nowMs = Date.now()): void {
    const isOurs = isSigned(signature, this.options.secret, "dataset", String(questId), format, expires);
    if (!isOurs || !(Number(expires) * 1000 > nowMs)) throw new DomainError("forbidden.exportAddress");
  }
}
