import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { offeredLanguages } from "../../texts/installed-languages.ts";
import { findSession } from "../provider/browser-session.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import { browserCookie } from "../sessions/browser-cookie.ts";

/** Stores the language that an account's owner chose. */
export type KeepLanguage = (accountId: string, code: string) => Promise<void>;

export type ChosenLanguage = ReturnType<typeof createChosenLanguage>;

/**
 * Stores a language that a person chooses on a hosted page with their account: at once if they are signed in, otherwise
 * once they have signed in. Only links of our own pages count, so that no other site chooses for an account.
 */
export function createChosenLanguage(options: {
  provider: Provider;
  keepLanguage: KeepLanguage;
  logger: ProviderLogger;
  publicUrl: string;
  isSecure: boolean;
}) {
  const { provider, keepLanguage, logger, publicUrl, isSecure } = options;
  /** The flow and the language. */
  const cookie = browserCookie("cairn_chosen_language", { isSecure, maxAgeSeconds: 15 * 60 });

  const keep = async (accountId: string, code: string) => {
    if (!offeredLanguages().some((each) => each.code === code)) return;
    try {
      await keepLanguage(accountId, code);
    } catch (error) {
      // The device has it.
      logger.error({ err: error, account_id: accountId }, "a chosen language could not be stored");
    }
  };

  return {
    /** Called for each address that chooses a language. */
    async onChosen(request: FastifyRequest, reply: FastifyReply, code: string): Promise<void> {
      if (!isFromOwnPage(request, publicUrl)) return;
      const flowId = /^\/signin\/([\w-]+)/.exec(request.url)?.[1];
      if (flowId !== undefined) return cookie.give(reply.raw, `${flowId} ${code}`);
      const session = await findSession(provider, request, reply);
      if (session?.accountId) await keep(session.accountId, code);
    },

    /** Called when a person has signed in. */
    async onSignedIn(
      request: FastifyRequest,
      { flowId, accountId }: { flowId: string; accountId: string },
    ): Promise<void> {
      const [chosenIn, code = ""] = cookie.read(request.raw)?.split(" ") ?? [];
      if (chosenIn === flowId) await keep(accountId, code);
    },
  };
}

/** Browsers don't say the site without encryption. */
function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { "sec-fetch-site": site, referer = "" } = headers;
  return site === "same-origin" || (site === undefined && referer.startsWith(`${publicUrl}/`));
}
