import { english } from "../../texts/languages.ts";
import { type Texts, textsOf } from "../../texts/texts-of.ts";
import type { Mailer } from "../messages/mailer.ts";
import { mailedEvents, securityMail } from "../messages/security-mails.ts";
import { findRequestFacts } from "./request-facts.ts";

/** What is kept of who gets in, who does not, and who changes what. */
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

/** Whose account it is; `email` gets the mail where the event is one that its owner is told of. */
export type Owner = { id: string; username: string; email: string };

type Details = Partial<Record<"limit" | "factor" | "reason", string>>;
/** What only the mail says. */
type MailDetails = { describeDevice?: (texts: Texts) => string };

export type SecurityEvents = {
  /** One line in the log: the name, ids and the address, no other personal data, no secret. */
  record(name: SecurityEventName, about?: { accountId?: string | undefined } & Details): void;
  /** The same, and a mail to the owner, in the language of the request. Neither waits nor rejects. */
  tell(name: SecurityEventName, owner: Owner, details?: Details & MailDetails): void;
  /** Resolves when the mails under way are handed over. */
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
  publicUrl: string;
}): SecurityEvents {
  const { logger, mailer, publicUrl } = options;
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
      const texts = findRequestFacts()?.texts ?? textsOf(english);
      const { email: to, username } = owner;
      const sending = mailer
        .send(securityMail(texts, mailed, { to, username, publicUrl, device: describeDevice?.(texts) ?? "" }))
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

/** For commands, whose operator sees what happens. */
export const noSecurityEvents: SecurityEvents = { record: () => {}, tell: () => {}, settled: async () => {} };
