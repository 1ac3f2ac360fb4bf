import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodMiniType } from "zod/mini";
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from "../../contract/call.ts";
import type { Identity } from "../auth/identity.ts";
import type { Scope } from "../auth/scope.ts";
import type { Tx } from "../database/connection.ts";
import { askingInTransactions } from "../database/rights.ts";
import { DomainError, describeFirst, fieldRefusalsOf } from "../refusals/domain-error.ts";
import { type BodyChecker, parseBody } from "./body-checker.ts";
import { type CallCosts, ClientGoneError, costOf } from "./call-costs.ts";
import {
  type IdentityOf,
  isTeamAccess,
  needsSignIn,
  placeOf,
  type RequireTeamRole,
  requireAccess,
  requireTeamAccess,
  requireTokenScope,
  type ScopeOf,
} from "./guards.ts";
import { callerOf } from "./limit-requests.ts";
import { textOrStreamOf } from "./long-answers.ts";
import {
  ItemInParts,
  ItemWithJson,
  WholeList,
  writeAnswer,
  writeItemInParts,
  writeItemWithJson,
  writeWholeList,
} from "./write-answer.ts";

type Parsed = { params: unknown; query: unknown; body: unknown };

declare module "fastify" {
  interface FastifyRequest {
    parsed: Parsed;
    /** The organizations that a call of a team may concern. */
    scope?: Scope | undefined;
    /**
     * Asks for token and access again when something is about to be done: a body may take minutes to arrive, and a role
     * or session may end meanwhile.
     * @throws DomainError as at the beginning
     */
    askAgain?: () => Promise<void>;
    /**
     * The same in a transaction that writes, except for the token's signature and end, which don't change. Holds the
     * caller's account until the transaction ends.
     */
    askInTransaction?: (tx: Tx) => Promise<void>;
    /** Ends the call's turn among those of its cost. */
    leavePlace?: () => void;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
  interface FastifyInstance {
    /** Absent: no limits. */
    callCosts?: CallCosts;
    /** Absent: all bodies are checked as they come. */
    bodyChecker?: BodyChecker;
    /** Absent: no call of a team is allowed. */
    requireTeamRole?: RequireTeamRole;
    /** Absent: accounts have no rows. */
    holdCaller?: (tx: Tx, caller: Identity) => Promise<void>;
    /** Whether answers are checked by their whole schema; by default they are. */
    checksAnswers?: boolean;
  }
}

/** The parts of the request as parsed by the contract's schemas, and the caller. */
export type CallContext<C extends Call> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  identity: IdentityOf<C["access"]>;
  request: FastifyRequest;
  reply: FastifyReply;
} & JsonBody<C> &
  ScopeOf<C["access"]>;

/** A form has no `body`: its fields arrive with its other parts. */
type JsonBody<C extends Call> = C extends { multipart: object } ? unknown : { body: BodyOf<C> };

/** A call that `produces` something else than JSON sends it with `reply`. */
type AnswerOf<C extends Call> = C extends { produces: unknown } ? unknown : ResponseOf<C> | InParts<ResponseOf<C>>;

type InParts<Answer> = Answer extends readonly (infer Item)[]
  ? WholeList<Item>
  : ItemInParts<Answer> | ItemWithJson<Answer>;

export type CallImplementation<C extends Call> = Permission<C> & {
  handle: (context: CallContext<C>) => Promise<AnswerOf<C>>;
  /** Requests per minute and user or address, if fewer than the default. */
  ratePerMinute?: number;
  bodyBytesMax?: number;
  bodyValuesMax?: number;
  /** Where a long body is checked; by default here, as it comes. */
  isBodyChecked?: "apart";
};

/** `allow` repeats the contract's access so that readers of the route see it; anything else doesn't compile. */
type Permission<C extends Call> = C["access"] extends "signed_address"
  ? { allow: "signed_address"; requireSignedAddress: SignedAddressCheck<C> }
  : { allow: C["access"] };

/** Throws a DomainError unless the URL was signed by us. */
type SignedAddressCheck<C extends Call> = (context: { params: ParamsOf<C>; request: FastifyRequest }) => void;

/**
 * Adds the route of a call: path → permission → query and body → a turn among calls of its cost → handler → answer
 * without undeclared fields. The permission is checked before the body is read.
 */
export function implementCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  implementation: CallImplementation<C>,
): void {
  const requirePermission = permissionOf(call, implementation);
  app.route({
    method: call.method,
    url: fastifyPath(call.path),
    ...(implementation.bodyBytesMax ? { bodyLimit: implementation.bodyBytesMax } : {}),
    config: {
      call,
      ...(implementation.bodyValuesMax ? { bodyValuesMax: implementation.bodyValuesMax } : {}),
      ...(implementation.ratePerMinute ? { rateLimit: { max: implementation.ratePerMinute, timeWindow: 60_000 } } : {}),
    },
    // After the rate limit, so that refused requests count as well.
    preParsing: async (request) => {
      const params = parsePart(call.params, request.params, "not_found");
      request.parsed = { params, query: undefined, body: undefined };
      const ask = async (tx?: Tx) => {
        requireTokenScope(call, request.identity);
        await requirePermission(request, params as ParamsOf<C>, tx);
      };
      await ask();
      request.askAgain = async () => {
        await request.identifyAgain?.();
        await ask();
      };
      request.askInTransaction = async (tx) => {
        const { identity } = request;
        // The first lock of each transaction that writes.
        if (identity && needsSignIn(call)) await app.holdCaller?.(tx, identity);
        await request.requireAlive?.(tx);
        await ask(tx);
      };
    },
    preHandler: async (request) => {
      request.parsed.query = parsePart(call.query, request.query, "validation_failed", "query");
      if (!call.multipart) request.parsed.body = await requireBody(call, request, implementation.isBodyChecked);
    },
    // Slow readers hold up nobody.
    onSend: async (request) => request.leavePlace?.(),
    handler: async (request, reply) => {
      try {
        const leavePlace = await app.callCosts?.enter(costOf(call, request.parsed.query), reply.raw);
        if (leavePlace) request.leavePlace = leavePlace;
        if (call.method !== "GET") await askAgainIn(request, leavePlace);
        const { identity, parsed, scope } = request;
        const context: object = { ...parsed, identity, scope, request, reply };
        const handle = () => implementation.handle(context as CallContext<C>);
        const answer: unknown = await askingIn(request, call, handle).finally(leavePlace);
        if (reply.sent || reply.raw.headersSent || call.produces) return reply;
        if (!call.response) return reply.code(call.status ?? 204).send();
        if (reply.statusCode === 200) reply.code(call.status ?? 200);
        reply.type("application/json; charset=utf-8");
        const isChecked = app.checksAnswers ?? true;
        const pieces = piecesOf(call.response, answer, isChecked);
        if (pieces) {
          const content = await textOrStreamOf({ request, reply }, pieces);
          return typeof content === "string" ? sendText(call, request, reply, content) : reply.send(content);
        }
        return sendText(call, request, reply, writeAnswer(call.response, answer, isChecked));
      } catch (error) {
        if (!(error instanceof ClientGoneError)) throw error;
        request.log.info("the client disconnected while its request was queued");
        return reply.hijack();
      }
    },
  });
}

/** Calls that only read may begin work for others, which must not end with their rights. */
function askingIn<Answer>(request: FastifyRequest, { method }: Call, handle: () => Promise<Answer>): Promise<Answer> {
  const { askInTransaction } = request;
  return method === "GET" || !askInTransaction ? handle() : askingInTransactions(askInTransaction, handle);
}

async function askAgainIn(request: FastifyRequest, leavePlace: (() => void) | undefined): Promise<void> {
  try {
    await request.askAgain?.();
  } catch (error) {
    leavePlace?.();
    throw error;
  }
}

/** Answers 304 if the client has this answer (RFC 9110, 13.1.2). */
function sendText(call: Call, { headers }: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  if (call.method !== "GET") return reply.send(text);
  const link = String(reply.getHeader("link") ?? "");
  const etag = `W/"${createHash("sha256").update(text).update(link).digest("base64url").slice(0, 27)}"`;
  reply.header("etag", etag);
  // Browsers may keep public answers, and revalidate them.
  if (call.access === "visitor" && reply.getHeader("cache-control") === "no-store") {
    reply.header("cache-control", "private, no-cache");
  }
  const isKnown = headers["if-none-match"]?.split(",").some((known) => known.trim() === etag);
  return isKnown ? reply.code(304).send() : reply.send(text);
}

/** The JSON of an answer that is read while it is sent; undefined for others. */
function piecesOf(schema: ZodMiniType, answer: unknown, isChecked: boolean): AsyncGenerator<string> | undefined {
  if (answer instanceof WholeList) return writeWholeList(schema, answer, isChecked);
  if (answer instanceof ItemWithJson) return writeItemWithJson(schema, answer, isChecked);
  return answer instanceof ItemInParts ? writeItemInParts(schema, answer, isChecked) : undefined;
}

function permissionOf<C extends Call>(
  { access, path }: C,
  implementation: CallImplementation<C>,
): (request: FastifyRequest, params: ParamsOf<C>, tx?: Tx) => Promise<void> {
  if (access === "signed_address") {
    const { requireSignedAddress } = implementation as { requireSignedAddress: SignedAddressCheck<C> };
    return async (request, params) => requireSignedAddress({ params, request });
  }
  return async (request, params, tx) => {
    const { identity, server } = request;
    const place = placeOf(path, params);
    if (!isTeamAccess(access)) requireAccess(access, identity, place);
    else request.scope = await requireTeamAccess(access, identity, place, server.requireTeamRole ?? refuseTeams, tx);
  };
}

const refuseTeams: RequireTeamRole = () => {
  throw new DomainError("forbidden");
};

/** `/quests/{id}` → `/quests/:id` */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** @throws DomainError with every wrong field */
function parsePart(
  schema: ZodMiniType | undefined,
  value: unknown,
  code: "not_found" | "validation_failed",
  prefix?: string,
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw refusalOf(parsed.error.issues, code, prefix);
  return parsed.data;
}

/** Reporting a wrong value costs more than reading it, and each may be wrong in several ways. */
const valuesToldAllOf = 2_000;

/** A shorter form is checked within a few milliseconds. */
const checkedApartFrom = 8_000;

/**
 * A body with many values is only checked up to the first wrong one.
 * @throws DomainError with every wrong field, or the first
 */
async function requireBody(call: Call, request: FastifyRequest, where: "apart" | undefined): Promise<unknown> {
  if (!call.body) return undefined;
  const { body, bodyValues = 0, bodyLength = 0, server } = request;
  const isToFirst = bodyValues > valuesToldAllOf;
  const isApart = where === "apart" && bodyLength > checkedApartFrom;
  const { method, path } = call;
  const checked =
    isApart && server.bodyChecker
      ? await server.bodyChecker.check({ method, path, body, isToFirst }, callerOf(request))
      : parseBody(call.body, body, isToFirst);
  if ("info" in checked)
    throw new DomainError("validation_failed", { detail: describeFirst(checked.info), info: checked.info });
  return "data" in checked ? checked.data : body;
}

function refusalOf(
  issues: Parameters<typeof fieldRefusalsOf>[0],
  code: "not_found" | "validation_failed",
  prefix?: string,
): DomainError {
  const info = fieldRefusalsOf(issues, prefix);
  return new DomainError(code, { detail: describeFirst(info), info });
}
