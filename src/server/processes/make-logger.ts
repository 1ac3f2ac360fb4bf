import { createHmac } from "node:crypto";
import { format } from "node:util";
import { type DestinationStream, type Logger, pino } from "pino";
import { addressKey } from "../../identity/attempts/attempt-limits.ts";

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

/** An error for the log, without personal data. */
type DescribedError = {
  type: string;
  message: string;
  stack?: string | undefined;
  cause?: DescribedError;
} & Record<string, unknown>;

/**
 * Identifiers of program and system. PostgreSQL's `detail` and `where` or the parameters of a query may contain
 * personal data.
 */
const allowedFields = ["code", "syscall", "severity", "schema", "table", "column", "constraint", "routine", "status"];
const depthMax = 4;
/** Others' servers write some of the messages. */
const messageLengthMax = 1_000;
/** Mail servers name whom they refuse. */
const mailAddress = /(?<![^\s<>"'(),;:@])[^\s<>"'(),;:@]+@[^\s<>"'(),;:]+/g;

export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "something other than an Error was thrown" };
  const read = (field: string): unknown => Reflect.get(error, field);
  const described: DescribedError = { type: error.name, message: error.message };
  for (const field of allowedFields) {
    const value = read(field);
    if (typeof value === "string" || typeof value === "number") described[field] = value;
  }
  if (isOfPostgres(read("severity"), read("code"))) described.message = withoutValues(error.message);
  described.message = described.message.slice(0, messageLengthMax).replaceAll(mailAddress, "…@…");
  described.stack = withoutMessage(error);
  if (error.cause instanceof Error && depth < depthMax) described.cause = describeError(error.cause, depth + 1);
  return described;
}

function isOfPostgres(severity: unknown, code: unknown): boolean {
  return typeof severity === "string" && typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
}

/** PostgreSQL quotes invalid values: `invalid input syntax for type uuid: "…"`. */
function withoutValues(message: string): string {
  const start = message.indexOf(': "');
  return start === -1 ? message : `${message.slice(0, start)}: …`;
}

function withoutMessage({ stack }: Error): string | undefined {
  const firstFrame = stack?.search(/\n {4}at /) ?? -1;
  return stack === undefined || firstFrame === -1 ? undefined : stack.slice(firstFrame + 1);
}

/**
 * Makes a line of the log of whatever Cairn, its packages and Node.js print, so that each line is JSON, whatever
 * LOG_LEVEL is. In a terminal, where somebody reads them, sentences stay sentences.
 */
export function printAsLog(): void {
  if (process.stdout.isTTY) return;
  const { logger } = makeLogger("info");
  const print =
    (level: "info" | "warn" | "error") =>
    (...parts: unknown[]) =>
      logger[level](format(...parts));
  Object.assign(console, { log: print("info"), info: print("info"), warn: print("warn"), error: print("error") });
  // Without one, NODE_NO_WARNINGS is set.
  if (process.listenerCount("warning") === 0) return;
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logger.warn({ err: warning }, "Node.js warns"));
}
