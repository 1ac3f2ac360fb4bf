import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";

export type RequestFacts = {
  requestId: string;
  address: string;
  /** In the requester's language. */
  texts: Texts;
  /** The signed-in account, once known. */
  actorId?: string;
};

const facts = new AsyncLocalStorage<RequestFacts>();

/** Undefined outside requests, such as in a command. */
export const findRequestFacts = (): RequestFacts | undefined => facts.getStore();

/** Stores the facts of every request while it is handled. */
export function keepRequestFacts(app: FastifyInstance): void {
  const known = new WeakMap<object, RequestFacts>();
  app.addHook("onRequest", (request, _reply, done) => {
    const own = { requestId: request.id, address: request.ip, texts: textsForRequest(request) };
    known.set(request, own);
    facts.run(own, done);
  });
  // Bodies arrive in socket events, outside the context of the earlier hook.
  app.addHook("preValidation", (request, _reply, done) => {
    const own = known.get(request);
    if (own) facts.run(own, done);
    else done();
  });
}
