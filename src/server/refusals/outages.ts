/** Refusals for temporary failures of what the server depends on. */
export type OutageRefusal =
  | "unavailable.database"
  | "unavailable.databaseBusy"
  | "unavailable.photoStore"
  | "unavailable.pictures"
  | "storage_full";

/** A temporary failure of something the server depends on. The request is fine: try again later. */
export class OutageError extends Error {
  constructor(
    readonly refusal: OutageRefusal,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Outages by SQLSTATE, its class, or the system's error code. */
const refusalOfCode: Record<string, OutageRefusal> = {
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

/** pg's messages of errors without a code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|Connection ended|Cannot use a pool after calling end)/;
const noFreeConnection = /^timeout exceeded when trying to connect/;

/** The refusal for a temporary failure; undefined for other errors. */
export function outageOf(error: unknown): OutageRefusal | undefined {
  if (error instanceof OutageError) return error.refusal;
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === "string") {
    // PostgreSQL isn't running: its socket is missing.
    if (code === "ENOENT" && syscall === "connect") return "unavailable.database";
    return refusalOfCode[code] ?? refusalOfCode[code.slice(0, 2)];
  }
  if (noFreeConnection.test(error.message)) return "unavailable.databaseBusy";
  return lostConnection.test(error.message) ? "unavailable.database" : undefined;
}
