import type { FastifyReply } from "fastify";
import { saying } from "../../texts/saying.ts";
import type { IdentityContext } from "../context.ts";
import { sendPage } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import { accountPage } from "./account-pages.ts";
import type { Visit } from "./account-visits.ts";

const changes = ["profile", "password", "removed", "phone", "forgotten", "everywhere"] as const;

type Change = (typeof changes)[number];

export async function showAccount(
  { secondFactors, homeUrl }: IdentityContext,
  visit: Visit,
  reply: FastifyReply,
  notice: Notice,
  status = 200,
): Promise<FastifyReply> {
  const { id } = visit.account;
  const kinds = await secondFactors.confirmedKinds(id);
  const phone = (await secondFactors.findPhone(id))?.number;
  const unusedRecoveryCodes = await secondFactors.unusedRecoveryCodes(id);
  return sendPage(reply, accountPage(visit, { homeUrl, kinds, phone, unusedRecoveryCodes, notice }), status);
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
