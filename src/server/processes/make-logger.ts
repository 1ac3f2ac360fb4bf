import { createHmac } from "node:crypto";
import { type DestinationStream, type Logger, pino } from "pino";
import { addressKey } from "../../identity/attempts/address-key.ts";
import { describeError } from "../calls/describe-error.ts";

const digestLength = 12;

/**
 * Logs one line of JSON per event, without personal data. IP addresses are replaced by a digest of their network, or
 * left out before the secret is known.
 */
export function makeLogger(
  level: string,
  destination?: DestinationStream,
): { logger: Logger; hideAddressesBy: (secret: string) => void } {
  let key: string | undefined;
  const hideAddress = (address: unknown) =>
    key === undefined || typeof address !== "string"
      ? null
      : createHmac("sha256", key).update(addressKey(address)).digest("base64url").slice(0, digestLength);
  const options = {
    level,
    // Requests and responses don't belong in a log.
    serializers: {
      err: (error: unknown) => describeError(error),
      address: hideAddress,
      req: () => null,
      res: () => null,
    },
  };
  return {
    logger: destination ? pino(options, destination) : pino(options),
    hideAddressesBy: (secret) => {
      key = secret;
    },
  };
}
