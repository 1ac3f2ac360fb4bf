import type { FastifyInstance, FastifyReply } from "fastify";
import { calls } from "../../contract/all-calls.ts";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { english, pseudoLanguage } from "../../texts/languages.ts";
import { areasOf, compiledArea } from "../../texts/texts-of.ts";
import { implementCall } from "../calls/implement-call.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { findLanguage, setLanguage } from "./language-queries.ts";

/** Texts of hosted pages, emails, answers, the built page and its manifest. */
const areasOfServer = new Set(["document", "identity", "mails", "manifest", "refusals"]);

export function languageRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  implementCall(app, calls.getTexts, {
    allow: "visitor",
    handle: async ({ params: { language, area }, query, reply }) => {
      const known = requireLanguage(language);
      keep(reply, known.version === query.version);
      return areasOfServer.has(area) ? {} : compiledArea(known.code, area);
    },
  });

  implementCall(app, calls.getAllTexts, {
    allow: "visitor",
    handle: async ({ params: { language }, query, reply }) => {
      const known = requireLanguage(language);
      keep(reply, known.version === query.version);
      const areas = areasOf(known.code).filter((area) => !areasOfServer.has(area));
      return Object.fromEntries(areas.map((area) => [area, compiledArea(known.code, area)]));
    },
  });

  implementCall(app, calls.getOwnLanguage, {
    allow: "self",
    handle: async ({ params: { username } }) => ({ language: await findLanguage(db, username) }),
  });

  implementCall(app, calls.setOwnLanguage, {
    allow: "self",
    handle: async ({ params: { username }, body: { language } }) => {
      const { code } = requireLanguage(language);
      await setLanguage(db, username, code);
      return { language: code };
    },
  });
}

/** Also the pseudo-language, which nobody is offered. */
function requireLanguage(code: string): { code: string; version: string } {
  const known = offeredLanguages().find((each) => each.code === code);
  if (known) return known;
  if (code === pseudoLanguage.code) return { code, version: requireLanguage(english.code).version };
  throw new DomainError("not_found.language");
}

function keep(reply: FastifyReply, isCurrent: boolean): void {
  reply.header("cache-control", isCurrent ? "public, max-age=31536000, immutable" : "no-cache");
}
