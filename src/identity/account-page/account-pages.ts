import type { FastifyReply } from "fastify";
import { type Saying, saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { FieldErrors } from "../accounts/account-rules.ts";
import type { IdentityContext } from "../context.ts";
import { deletionTerms, unacceptedChoice } from "../pages/deletion.ts";
import {
  confirmationCodeField,
  currentPasswordField,
  field,
  hiddenField,
  hiddenUsername,
  hiddenXsrf,
  newPasswordField,
} from "../pages/fields.ts";
import { sendPage } from "../pages/form.ts";
import { type Html, html, markedText, phoneNumber, strong } from "../pages/html.ts";
import { danger, formPage, type Notice, page } from "../pages/layout.ts";
import { formatMoment, localTimesScript, momentElement, waitingOnPhoneScript } from "../pages/page-scripts.ts";
import type { FactorKind } from "../second-factors/second-factors.ts";
import { type Device, describeDevice } from "../sessions/devices.ts";
import type { Visit } from "./account-visits.ts";

export const backToAccount = ({ t }: Texts): Html =>
  html`<div class="below"><p><a href="/account">${t("identity.backToAccount")}</a></p></div>`;

function accountPage(
  { texts, xsrf, account }: Visit,
  content: {
    homeUrl: string;
    kinds: FactorKind[];
    phone: string | undefined;
    unusedRecoveryCodes: number;
    notice: Notice;
  },
): string {
  const { homeUrl, kinds, phone, unusedRecoveryCodes, notice } = content;
  const { t } = texts;
  const hasApp = kinds.includes("software_token");
  const hasPhone = kinds.includes("text_message");
  const removal = (
    kind: FactorKind,
    summary: Html | string,
    label: string,
  ) => html`<details><summary>${summary}</summary>
<form method="post" action="/account/factors/remove">${hiddenXsrf(xsrf)}
${hiddenField("kind", kind)}${currentPasswordField(texts)}
<button class="danger">${label}</button></form></details>`;
  return page({
    texts,
    title: t("identity.account"),
    notice,
    homeUrl,
    wide: true,
    body: html`<dl><dt>${t("identity.field.username")}</dt><dd translate="no">${account.username}</dd><dt>${t("identity.field.email")}</dt><dd translate="no">${account.email}</dd></dl>
<form method="post" action="/account/profile">
${hiddenXsrf(xsrf)}
${field(texts, { name: "name", label: t("identity.account.name"), value: account.displayName ?? "", autocomplete: "name", maxLength: 120 })}
<button class="quiet">${t("identity.account.name.save")}</button>
</form>

<h2>${t("identity.account.password")}</h2>
<p><a class="button quiet" href="/account/password">${t("identity.changePassword")}</a></p>

<h2>${t("identity.account.factors")}</h2>
<p class="lead">${t("identity.account.factors.lead")}</p>
${
  hasApp
    ? removal("software_token", t("identity.account.app"), t("identity.account.app.remove"))
    : html`<p><a class="button quiet" href="/account/app">${t("identity.setUpApp")}</a></p>`
}
${
  hasPhone && phone
    ? removal(
        "text_message",
        markedText(texts, "identity.account.phone", { phone: phoneNumber }, { phone }),
        t("identity.account.phone.remove"),
      )
    : html`<p><a class="button quiet" href="/account/phone">${t("identity.setUpPhone")}</a></p>`
}
${
  kinds.length > 0 &&
  html`<details><summary>${t("identity.account.recoveryCodes", { count: unusedRecoveryCodes })}</summary>
<form method="post" action="/account/recovery-codes">${hiddenXsrf(xsrf)}${currentPasswordField(texts)}
<button class="quiet">${t("identity.account.recoveryCodes.renew")}</button></form></details>`
}

<h2>${t("identity.account.devices")}</h2>
<p><a class="button quiet" href="/account/devices">${t("identity.account.devices.see")}</a></p>
<form method="post" action="/account/sign-out-everywhere">${hiddenXsrf(xsrf)}<button class="quiet">${t("identity.account.signOutEverywhere")}</button></form>

<h2>${t("identity.account.delete")}</h2>
<p><a href="/account/delete">${t("identity.account.delete.link")}</a></p>
<div class="below"><p><a href="${homeUrl}">${t("identity.backToCairn")}</a></p></div>`,
  });
}

export function passwordPage({ texts, xsrf, account }: Visit, errors: FieldErrors = {}): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.changePassword"),
    lead: t("identity.changePassword.lead"),
    homeUrl: "/account",
    action: "/account/password",
    fields: html`${hiddenXsrf(xsrf)}
${hiddenUsername(account.username)}
${currentPasswordField(texts, errors.current_password)}
${newPasswordField(texts, errors.password)}`,
    submit: t("identity.changePassword"),
    below: backToAccount(texts),
  });
}

export function deleteAccountPage({ texts, xsrf, account }: Visit, appUrl: string, error?: Saying): string {
  const { t } = texts;
  return page({
    texts,
    title: t("identity.account.delete"),
    notice: danger(saying("identity.deleteAccount.warning", { username: account.username })),
    homeUrl: "/account",
    body: html`<p data-waiting="${account.username}" role="status" hidden><strong>${t("identity.deleteAccount.waiting")} <output></output></strong> <a href="${appUrl}outbox">${t("identity.deleteAccount.outbox")}</a></p>
${deletionTerms(texts)}
<p><a href="${appUrl}settings">${t("identity.deleteAccount.download")}</a></p>
<form method="post" action="/account/delete" novalidate>
${hiddenXsrf(xsrf)}
${unacceptedChoice(texts)}
${currentPasswordField(texts, error)}
<div class="actions"><button class="danger">${t("identity.account.delete")}</button><a class="button quiet" href="/account">${t("identity.deleteAccount.keep")}</a></div>
</form>${waitingOnPhoneScript.tag}`,
  });
}

/** In place of the form: what the account leaves without anybody comes first. */
export function stillNeededPage({ texts }: Visit, need: Saying): string {
  return page({
    texts,
    title: texts.t("identity.account.delete"),
    notice: danger(need),
    homeUrl: "/account",
    body: backToAccount(texts),
  });
}

/** A fictional number. */
export const examplePhone = "+1 202 555 0123";

export function setUpPhonePage({ texts, xsrf }: Visit, content: { phone?: string; error?: Saying } = {}): string {
  const { phone, error } = content;
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.setUpPhone"),
    lead: t("identity.setUpPhone.lead"),
    homeUrl: "/account",
    action: "/account/phone",
    fields: html`${hiddenXsrf(xsrf)}
${field(texts, {
  name: "phone",
  label: t("identity.setUpPhone.number"),
  value: phone,
  autocomplete: "tel",
  inputmode: "tel",
  error,
  hint: t("identity.setUpPhone.number.hint", { example: examplePhone }),
  maxLength: 40,
  focus: true,
})}`,
    submit: t("identity.setUpPhone.submit"),
    below: backToAccount(texts),
  });
}

export function confirmPhonePage({ texts, xsrf }: Visit, phone: string, error?: Saying): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.confirmPhone"),
    lead: markedText(texts, "identity.confirmPhone.lead", { phone: phoneNumber }, { phone }),
    homeUrl: "/account",
    action: "/account/phone/confirm",
    fields: html`${hiddenXsrf(xsrf)}
${confirmationCodeField(texts, error)}`,
    submit: t("identity.confirmPhone.submit"),
    below: html`<div class="below"><p><a href="/account/phone">${t("identity.confirmPhone.otherNumber")}</a></p></div>`,
  });
}

/** The posted form that the page carries along, so that nothing needs retyping. */
export type CarriedForm = { action: string; carried: Record<string, string> };

/** Asks for the password before a change. */
export function proofPage({ texts, xsrf, account }: Visit, form: CarriedForm, error?: Saying): string {
  const { t } = texts;
  return formPage({
    texts,
    title: t("identity.proof"),
    lead: t("identity.proof.lead"),
    homeUrl: "/account",
    action: form.action,
    fields: html`${hiddenXsrf(xsrf)}
${Object.entries(form.carried).map(([name, value]) => hiddenField(name, value))}
${!("username" in form.carried) && hiddenUsername(account.username)}
${currentPasswordField(texts, error)}`,
    submit: t("identity.proof.submit"),
    below: backToAccount(texts),
  });
}

/** `isLaterPart` says that an earlier page has newer devices. */
export function devicesPage(
  { texts, xsrf }: Visit,
  { devices, next, isLaterPart }: { devices: Device[]; next: string | undefined; isLaterPart: boolean },
): string {
  const { t } = texts;
  return page({
    texts,
    title: t("identity.devices"),
    lead: t("identity.devices.lead"),
    homeUrl: "/account",
    wide: true,
    body: html`<ul class="devices">${devices.map(
      (device) => html`<li>
<div>${nameOf(texts, device)}<br>
<span class="hint">${lastSeen(texts, device)}</span></div>
<form method="post" action="/account/devices/forget">${hiddenXsrf(xsrf)}${hiddenField("device", device.id)}
<button class="quiet">${t("identity.devices.forget")}</button></form></li>`,
    )}</ul>
${devices.length === 0 && html`<p>${t(isLaterPart ? "identity.devices.none" : "identity.deviceTrackingOff")}</p>`}
${next && html`<p><a href="/account/devices?after=${next}">${t("identity.devices.older")}</a></p>`}
${backToAccount(texts)}${localTimesScript.tag}`,
  });
}

function nameOf(texts: Texts, { name, isThisOne }: Device): Html {
  const device = describeDevice(name, texts);
  return isThisOne ? markedText(texts, "identity.devices.thisOne", { strong }, { device }) : strong(device);
}

function lastSeen(texts: Texts, { lastSeenAt, remembered }: Device): Html {
  const time = (words: string) => momentElement(lastSeenAt, texts.language, words);
  const moment = formatMoment(lastSeenAt, texts.language);
  const key = remembered ? "identity.devices.lastSeen.remembered" : "identity.devices.lastSeen";
  return markedText(texts, key, { time }, { moment });
}

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
