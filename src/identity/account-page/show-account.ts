import type { FastifyReply } from "fastify";
import { saying } from "../../texts/saying.ts";
import { sendPage } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import type { AccountPageContext } from "./account-page-context.ts";
import { accountPage } from "./account-pages.ts";
import type { Visit } from "./account-visits.ts";

const changes = ["profile", "password", "removed", "phone", "forgotten", "everywhere"] as const;

type Change = (typeof changes)[number];

export async function showAccount(
  { secondFactors, homeUrl }: AccountPageContext,
  { account, xsrf, texts }: Visit,
  reply: FastifyReply,
  notice: Notice,
  status = 200,
): Promise<FastifyReply> {
  const kinds = await secondFactors.confirmedKinds(account.id);
  const phone = (await secondFactors.findPhone(account.id))?.number;
  const unusedRecoveryCodes = await secondFactors.unusedRecoveryCodes(account.id);
  const shown = { texts, homeUrl, xsrf, account, kinds, phone, unusedRecoveryCodes, notice };
  return sendPage(reply, accountPage(shown), status);
}

/** Redirects to the account page, which confirms the change. */
export function backToAccountPage(reply: FastifyReply, done: Change): FastifyReply {
  return reply.redirect(`/account?done=${done}`, 303);
}

/** The confirmation of a change, from the page's query. */
export function doneNotice(done: unknown): Notice {
  const change = changes.find((each) => each === done);
  return change && { kind: "ok", saying: saying(`identity.account.done.${change}`) };
}
