import type { DatasetFormat } from "../../contract/desk-enums.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { isSigned, signatureOf } from "../url-signatures.ts";

/** Browsers follow the URL at once, but may have to wait for their turn. */
const lifetimeMs = 2 * 60_000;

export type ExportAddress = {
  questId: number;
  format: string;
  /** Key of the group whose rows are the table. */
  group?: string | undefined;
  /** Key of the line or area that is the geometry of features. */
  geometry?: string | undefined;
  /** Seconds since 1970. */
  expires: string;
  signature: string;
};

type SignedExport = Pick<ExportAddress, "questId" | "group" | "geometry"> & { format: DatasetFormat };

const signedParts = ({ questId, format, group, geometry, expires }: Omit<ExportAddress, "signature">) =>
  [
    "dataset",
    String(questId),
    format,
    ...(group === undefined ? [] : [group]),
    ...(geometry === undefined ? [] : [`geometry=${geometry}`]),
    expires,
  ] as const;

/** Makes and checks signed URLs of exports, since a browser sends no token when it saves a file. */
export class ExportAddresses {
  /** @param baseUrl what comes before `/api`, without a trailing slash */
  constructor(private readonly options: { secret: string; baseUrl: string }) {}

  sign({ questId, format, group, geometry }: SignedExport, nowMs = Date.now()): string {
    const expires = String(Math.ceil((nowMs + lifetimeMs) / 1000));
    const signature = signatureOf(this.options.secret, ...signedParts({ questId, format, group, geometry, expires }));
    const asked = { ...(group !== undefined && { group }), ...(geometry !== undefined && { geometry }) };
    const query = new URLSearchParams({ format, ...asked, expires, signature });
    return `${this.options.baseUrl}/api/datasets/${questId}/export?${query}`;
  }

  /** @throws DomainError `forbidden` */
  verify({ signature, expires, ...address }: ExportAddress, nowMs = Date.now()): void {
    const isOurs = isSigned(signature, this.options.secret, ...signedParts({ ...address, expires }));
    if (!isOurs || !(Number(expires) * 1000 > nowMs)) throw new DomainError("forbidden.exportAddress");
  }
}
