import { createHmac } from "node:crypto";
import { type DestinationStream, type Logger, pino } from "pino";
import { addressKey } from "../../identity/attempts/address-key.ts";
import { describeError } from "../http/describe-error.ts";

const digestLength = 12;

/**
 * One line of JSON for each event. What errors carry of people's data stays out of it. Of an IP address stands a digest,
 * the same for one network as long as the secret is, and nothing before that is known.
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
    // a whole request or answer is nothing for a log
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
