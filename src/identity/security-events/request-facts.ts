import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";

/** What the request that is being answered tells of itself. */
export type RequestFacts = {
  requestId: string;
  address: string;
  /** In the language of whoever asks. */
  texts: Texts;
  /** The account that is signed in, once that is known. */
  actorId?: string;
};

const facts = new AsyncLocalStorage<RequestFacts>();

/** Undefined outside of a request, such as in a command. */
export const findRequestFacts = (): RequestFacts | undefined => facts.getStore();

/** Keeps the facts of every request of the instance for as long as it is answered. */
export function keepRequestFacts(app: FastifyInstance): void {
  const known = new WeakMap<object, RequestFacts>();
  app.addHook("onRequest", (request, _reply, done) => {
    const own = { requestId: request.id, address: request.ip, texts: textsForRequest(request) };
    known.set(request, own);
    facts.run(own, done);
  });
  // A body is read by events of the socket, which know nothing of the hook before.
  app.addHook("preValidation", (request, _reply, done) => {
    const own = known.get(request);
    if (own) facts.run(own, done);
    else done();
  });
}
