import { parse as parseCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../database/connection.ts";
import { beyondAllLogs, formatLogPosition, type LogPosition, parseLogPosition } from "../database/log-position.ts";
import type { Standby } from "../database/standby.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The database that this request reads from, where what it answers may come from a standby. */
    readDb(): Promise<Db>;
    /** It belongs to somebody who may have written before, and said nothing of it. */
    isToldPosition: boolean;
  }
}

/** Sent with the answers to whoever wrote, and sent back with what they ask next: browsers send the cookie by themselves. */
export const readAfterHeader = "cairn-read-after";
const cookieName = "cairn_read_after";
/** Any time longer than a standby that is used may be behind would do. */
const cookieLifeSeconds = 3600;

type Services = { db: Db; standby?: Standby | undefined; config: { publicUrl: string } };

/**
 * Gives requests `readDb`. Whoever has written is told the log's position after it, and reads from a standby once that has
 * it; until then, and where somebody who is signed in names no position, from the primary. Visitors without one have
 * written nothing.
 */
export function readFromStandby(app: FastifyInstance, { db, standby, config }: Services): void {
  app.decorateRequest("isToldPosition", false);
  app.decorateRequest("readDb", async function (this: FastifyRequest) {
    if (!standby) return db;
    const isVisitor = !this.identity && this.routeOptions.config.call?.access === "visitor";
    const position = positionOf(this) ?? (isVisitor ? 0n : beyondAllLogs);
    if (position === beyondAllLogs) this.isToldPosition = true;
    return (await standby.isCurrentFor(position)) ? standby.db : db;
  });
  if (!standby) return;
  const security = config.publicUrl.startsWith("https:") ? "; Secure" : "";
  const tell = (reply: FastifyReply, position: LogPosition) => {
    const text = formatLogPosition(position);
    reply.header(readAfterHeader, text);
    reply.header(
      "set-cookie",
      `${cookieName}=${text.replace("/", "-")}; Path=/api; Max-Age=${cookieLifeSeconds}; HttpOnly; SameSite=Lax${security}`,
    );
  };
  app.addHook("onSend", async (request, reply) => {
    const isRead = ["GET", "HEAD", "OPTIONS"].includes(request.method);
    const hasWritten = !isRead && reply.statusCode < 400;
    // What others may keep and pass on is told nobody in particular.
    const isShared = String(reply.getHeader("cache-control")).includes("public");
    if (hasWritten || (request.isToldPosition && !isShared)) tell(reply, await standby.positionNow());
  });
}

/** The farthest of what the request names; undefined where it names nothing that we would have sent. */
function positionOf({ headers }: FastifyRequest): LogPosition | undefined {
  const header = parseLogPosition(String(headers[readAfterHeader] ?? ""));
  const cookie = parseLogPosition(parseCookie(headers.cookie ?? "")[cookieName]?.replace("-", "/") ?? "");
  if (header === undefined || cookie === undefined) return header ?? cookie;
  return header > cookie ? header : cookie;
}
