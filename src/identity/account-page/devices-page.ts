import type { Texts } from "../../texts/texts-of.ts";
import { hiddenXsrf } from "../pages/fields.ts";
import { formatMoment } from "../pages/formats.ts";
import { type Html, html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { localTimes, momentElement } from "../pages/local-times.ts";
import { markedText, strong } from "../pages/marked-text.ts";
import { describeDevice } from "../sessions/device-name.ts";
import type { Device } from "../sessions/devices.ts";
import { backToAccount } from "./back-to-account.ts";

export function devicesPage(content: {
  texts: Texts;
  xsrf: string;
  devices: Device[];
  next: string | undefined;
  /** Whether an earlier page has newer devices. */
  isLaterPart: boolean;
}): string {
  const { texts, xsrf, devices, next, isLaterPart } = content;
  const { t } = texts;
  return page({
    texts,
    title: t("identity.devices"),
    homeUrl: "/account",
    wide: true,
    body: html`<h1>${t("identity.devices")}</h1>
<p class="lead">${t("identity.devices.lead")}</p>
<ul class="devices">${devices.map(
      (device) => html`<li>
<div>${nameOf(texts, device)}<br>
<span class="hint">${lastSeen(texts, device)}</span></div>
<form method="post" action="/account/devices/forget">${hiddenXsrf(xsrf)}<input type="hidden" name="device" value="${device.id}">
<button class="quiet">${t("identity.devices.forget")}</button></form></li>`,
    )}</ul>
${devices.length === 0 && html`<p>${t(isLaterPart ? "identity.devices.none" : "identity.deviceTrackingOff")}</p>`}
${next && html`<p><a href="/account/devices?after=${next}">${t("identity.devices.older")}</a></p>`}
${backToAccount(texts)}${localTimes}`,
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
