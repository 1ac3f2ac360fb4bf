import type { FastifyReply } from "fastify";
import { sendPage } from "../pages/form.ts";
import type { Notice } from "../pages/layout.ts";
import type { AccountPageContext } from "./account-page-context.ts";
import { accountPage } from "./account-pages.ts";
import type { Visit } from "./account-visits.ts";

const doneTexts = {
  profile: "Your profile is saved.",
  password: "Your password is changed, and every other browser is signed out.",
  removed: "The second step is taken away.",
  phone: "Your phone is set up.",
  forgotten: "The device is forgotten and signed out.",
  everywhere: "Every other browser is signed out.",
};

type Done = keyof typeof doneTexts;

/** Sends the account page. */
export async function showAccount(
  { secondFactors, homeUrl }: AccountPageContext,
  { account, xsrf }: Visit,
  reply: FastifyReply,
  notice: Notice,
  status = 200,
): Promise<FastifyReply> {
  const kinds = await secondFactors.confirmedKinds(account.id);
  const phone = (await secondFactors.findPhone(account.id))?.number;
  const unusedRecoveryCodes = await secondFactors.unusedRecoveryCodes(account.id);
  return sendPage(reply, accountPage({ homeUrl, xsrf, account, kinds, phone, unusedRecoveryCodes, notice }), status);
}

/** Back to the account page, which then says what was done. */
export function backToAccountPage(reply: FastifyReply, done: Done): FastifyReply {
  return reply.redirect(`/account?done=${done}`, 303);
}

/** What the account page says about a change that was made just now, by the query of its address. */
export function doneNotice(done: unknown): Notice {
  if (typeof done !== "string" || !Object.hasOwn(doneTexts, done)) return undefined;
  return { kind: "ok", text: doneTexts[done as Done] };
}
