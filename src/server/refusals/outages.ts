/** The answer for a temporary failure around the server. */
export type OutageRefusal =
  | "unavailable.database"
  | "unavailable.databaseBusy"
  | "unavailable.photoStore"
  | "unavailable.pictures"
  | "storage_full";

/** Something that the server needs is unavailable. The request is fine, and can be repeated later. */
export class OutageError extends Error {
  constructor(
    readonly refusal: OutageRefusal,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** PostgreSQL's error codes, by code or class (appendix A of its manual). */
const refusalOfSqlState: Record<string, OutageRefusal> = {
  "08": "unavailable.database", // the connection failed
  "57P01": "unavailable.database", // ended by an administrator
  "57P02": "unavailable.database", // ended by a crash
  "57P03": "unavailable.database", // starting or stopping
  "57P05": "unavailable.database", // the session was idle too long
  "25P03": "unavailable.databaseBusy", // the transaction was idle too long
  "40P01": "unavailable.databaseBusy", // a deadlock
  "53300": "unavailable.databaseBusy", // too many connections
  "53200": "unavailable.databaseBusy", // out of memory
  "53100": "storage_full", // the disk is full
  "57014": "unavailable.databaseBusy", // the statement took too long
};

/** System errors of files, or of the connection to PostgreSQL. */
const refusalOfSystemError: Record<string, OutageRefusal> = {
  ENOSPC: "storage_full",
  EDQUOT: "storage_full",
  ECONNREFUSED: "unavailable.database",
  ECONNRESET: "unavailable.database",
  EPIPE: "unavailable.database",
  ETIMEDOUT: "unavailable.database",
  ENETUNREACH: "unavailable.database",
  EHOSTUNREACH: "unavailable.database",
  ENOTFOUND: "unavailable.database",
  EAI_AGAIN: "unavailable.database",
};

/** Messages of pg that have no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Connection ended|Cannot use a pool after calling end)/;
const noFreeConnection = /^timeout exceeded when trying to connect/;

/** The answer for an error from a temporary failure; undefined for other errors. */
export function outageOf(error: unknown): OutageRefusal | undefined {
  if (error instanceof OutageError) return error.refusal;
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === "string") {
    // The socket of a stopped PostgreSQL.
    if (code === "ENOENT" && syscall === "connect") return "unavailable.database";
    return (
      refusalOfSqlState[code] ??
      refusalOfSqlState[code.slice(0, sqlStateClassLength(code))] ??
      refusalOfSystemError[code]
    );
  }
  if (noFreeConnection.test(error.message)) return "unavailable.databaseBusy";
  return lostConnection.test(error.message) ? "unavailable.database" : undefined;
}

/** An SQLSTATE has five characters; the first two are its class. */
function sqlStateClassLength(code: string): number {
  return /^[0-9A-Z]{5}$/.test(code) ? 2 : code.length;
}
