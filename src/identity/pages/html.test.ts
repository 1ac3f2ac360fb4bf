import { describe, expect, it } from "vitest";
import { html } from "./html.ts";

describe("markup", () => {
  it("escapes every value, in text and attributes, but not its own results", () => {
    const evil = `<img src=x onerror="a('b')">&`;
    const escaped = "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;";
    expect(html`<p title="${evil}">${evil}${html`<b>${[evil, undefined, false]}</b>`}</p>`.markup).toBe(
      `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
    );
  });

  it("lets translators leave our name where an element can be", () => {
    const words = "Cairn’s page of Cairns";
    const name = '<span translate="no">Cairn</span>';
    const left = `<span>${name}’s page of Cairns</span>`;
    expect(
      html`${words}<title>${words}</title><p title="${words}">${[words]} ${html`<b>${words}</b>`}</p>`.markup,
    ).toBe(`${left}<title>${words}</title><p title="${words}">${left} <b>${left}</b></p>`);
    expect(html`<p>${"Cairn"}</p>`.markup).toBe(`<p>${name}</p>`);
  });
});
