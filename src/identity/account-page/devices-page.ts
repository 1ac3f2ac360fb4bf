import { hiddenXsrf } from "../pages/fields.ts";
import { html } from "../pages/html.ts";
import { page } from "../pages/layout.ts";
import { minuteOf } from "../pages/minute-of.ts";
import type { Device } from "../sessions/devices.ts";
import { backToAccount } from "./back-to-account.ts";

export function devicesPage(content: { xsrf: string; devices: Device[]; next: string | undefined }): string {
  const { xsrf, devices, next } = content;
  return page({
    title: "Devices",
    homeUrl: "/account",
    wide: true,
    body: html`<h1>Devices</h1>
<p class="lead">Where your account was used. Forgetting a device signs it out.</p>
<ul class="devices">${devices.map(
      (device) => html`<li>
<div><strong>${device.name}</strong>${device.isThisOne && " (this one)"}<br>
<span class="hint">Last seen <time datetime="${device.lastSeenAt.toISOString()}">${minuteOf(device.lastSeenAt)} UTC</time>${device.remembered && ", remembered"}</span></div>
<form method="post" action="/account/devices/forget">${hiddenXsrf(xsrf)}<input type="hidden" name="device" value="${device.id}">
<button class="quiet">Forget</button></form></li>`,
    )}</ul>
${devices.length === 0 && html`<p>No device is known yet.</p>`}
${next && html`<p><a href="/account/devices?after=${next}">Older devices</a></p>`}
${backToAccount}`,
  });
}
