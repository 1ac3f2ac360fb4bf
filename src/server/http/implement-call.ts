import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodMiniType } from "zod/mini";
import type { BodyOf, Call, ParamsOf, QueryOf, ResponseOf } from "../../contract/calls";
import { DomainError, type ErrorCode } from "../../contract/errors";
import { fieldErrorsOf } from "../../contract/validation";

type Parsed = { params: unknown; query: unknown; body: unknown };

declare module "fastify" {
  interface FastifyRequest {
    parsed: Parsed;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

/** What a handler is given: the parts of the request as the contract's schemas read them. */
export type CallContext<C extends Call> = {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type CallImplementation<C extends Call> = {
  /** Throws a DomainError for whoever may not. Runs before the body is read. */
  allow: (context: { request: FastifyRequest; params: ParamsOf<C> }) => unknown;
  handle: (context: CallContext<C>) => Promise<ResponseOf<C>>;
  /** Requests allowed per minute and address, where the default is too much. */
  ratePerMinute?: number;
};

/**
 * Gives a call of the contract its route: path → permission → query and body, each by the contract's schema → handler →
 * answer by the contract's schema, which leaves out what is not declared.
 */
export function implementCall<C extends Call>(
  app: FastifyInstance,
  call: C,
  implementation: CallImplementation<C>,
): void {
  app.route({
    method: call.method,
    url: fastifyPath(call.path),
    config: {
      call,
      ...(implementation.ratePerMinute ? { rateLimit: { max: implementation.ratePerMinute, timeWindow: 60_000 } } : {}),
    },
    onRequest: async (request) => {
      const params = parsePart(call.params, request.params, "not_found");
      request.parsed = { params, query: undefined, body: undefined };
      await implementation.allow({ request, params: params as ParamsOf<C> });
    },
    preHandler: async (request) => {
      request.parsed.query = parsePart(call.query, request.query, "validation_failed", "query");
      if (!call.multipart) request.parsed.body = parsePart(call.body, request.body, "validation_failed");
    },
    handler: async (request, reply) => {
      const answer = await implementation.handle({ ...(request.parsed as CallContext<C>), request, reply });
      if (reply.sent || reply.raw.headersSent || call.produces) return reply;
      if (!call.response) return reply.code(call.status ?? 204).send();
      if (reply.statusCode === 200) reply.code(call.status ?? 200);
      return reply.send(call.response.parse(answer));
    },
  });
}

/** `/quests/{id}` as Fastify writes it: `/quests/:id`. */
export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** @throws DomainError with the fields that are wrong. */
export function parsePart<S extends ZodMiniType>(
  schema: S | undefined,
  value: unknown,
  code: ErrorCode,
  prefix?: string,
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const info = fieldErrorsOf(parsed.error.issues, prefix);
  const first = info[0];
  throw new DomainError(code, first ? describe(first) : "The request is not valid.", info);
}

function describe(error: { path: string; message: string }): string {
  return error.path ? `${error.path}: ${error.message}` : error.message;
}
