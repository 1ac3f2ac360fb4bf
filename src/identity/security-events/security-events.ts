import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance } from "fastify";
import { english } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import type { Mailer } from "../messages/mailer.ts";
import { mailedEvents, securityMail } from "../messages/mails.ts";
import type { OwnerTexts } from "../messages/owner-texts.ts";

/** Logged security events: sign-ins, rejections and changes. */
export type SecurityEventName =
  | "sign-in.done"
  | "sign-in.refused"
  | "factor.wrong"
  | "proof.wrong"
  | "code.wrong"
  | "limit.reached"
  | "access.refused"
  | "account.created"
  | "account.disabled"
  | "account.enabled"
  | "account.removed"
  | "rights.changed"
  | "password.changed"
  | "factor.added"
  | "factor.removed"
  | "factors.reset"
  | "recovery-codes.renewed"
  | "sessions.ended"
  | "device.new";

/** The account's owner; `email` receives the event's email, if it has one. */
export type Owner = { id: string; username: string; email: string };

type Details = Partial<Record<"limit" | "factor" | "reason", string>>;
/** Details for the email only. */
type MailDetails = { describeDevice?: (texts: Texts) => string };

export type SecurityEvents = {
  /** Writes one log line: event name, ids and network address, with no other personal data or secrets. */
  record(name: SecurityEventName, about?: { accountId?: string | undefined } & Details): void;
  /** Also emails the owner. Returns immediately and never rejects. */
  tell(name: SecurityEventName, owner: Owner, details?: Details & MailDetails): void;
  /** Resolves when pending emails are sent. */
  settled(): Promise<void>;
};

export type SecurityLogger = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

const warnings: readonly SecurityEventName[] = [
  "sign-in.refused",
  "factor.wrong",
  "proof.wrong",
  "code.wrong",
  "limit.reached",
  "access.refused",
];

export function createSecurityEvents(options: {
  logger: SecurityLogger;
  mailer: Mailer;
  ownerTexts: OwnerTexts;
  publicUrl: string;
}): SecurityEvents {
  const { logger, mailer, ownerTexts, publicUrl } = options;
  const underWay = new Set<Promise<void>>();

  const record: SecurityEvents["record"] = (name, { accountId, ...details } = {}) => {
    const facts = findRequestFacts();
    const line = {
      security_event: name,
      account_id: accountId ?? null,
      ...(facts?.actorId && { actor_id: facts.actorId }),
      address: facts?.address ?? null,
      request_id: facts?.requestId ?? null,
      ...details,
    };
    logger[warnings.includes(name) ? "warn" : "info"](line, "security event");
  };

  return {
    record,

    tell(name, owner, { describeDevice, ...details } = {}) {
      record(name, { accountId: owner.id, ...details });
      const mailed = mailedEvents.find((each) => each === name);
      if (!mailed) return;
      const { email: to, username } = owner;
      const sending = ownerTexts(owner.id, findRequestFacts()?.texts ?? textsOf(english))
        .then((texts) =>
          mailer.send(securityMail(texts, mailed, { to, username, publicUrl, device: describeDevice?.(texts) ?? "" })),
        )
        .catch((error: unknown) =>
          logger.error({ err: error, security_event: name }, "security email could not be sent"),
        )
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    },

    async settled() {
      await Promise.all(underWay);
    },
  };
}

/** Commands record nothing: their operator sees what happens. */
export const noSecurityEvents: SecurityEvents = { record: () => {}, tell: () => {}, settled: async () => {} };

type RequestFacts = {
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
