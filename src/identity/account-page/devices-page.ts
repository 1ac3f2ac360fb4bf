import type { Texts } from "../../texts/texts-of.ts";
import { hiddenField, hiddenXsrf } from "../pages/fields.ts";
import { type Html, html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { markedText, strong } from "../pages/marked-text.ts";
import { formatMoment, momentElement } from "../pages/moments.ts";
import { localTimesScript } from "../pages/page-scripts.ts";
import { describeDevice } from "../sessions/device-name.ts";
import type { Device } from "../sessions/devices.ts";
import { backToAccount } from "./account-pages.ts";
import type { Visit } from "./account-visits.ts";

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
