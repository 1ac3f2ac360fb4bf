import { describe, expect, it } from "vitest";
import { HttpBrowser } from "../../test/http-browser.ts";
import { addPerson, openProven, testPassword as password, usingAliceAndAdmin } from "../../test/identity-test-data.ts";
import { readOutbox, SignInJourney } from "../../test/sign-in-journey.ts";

const english = '<html lang="en" dir="ltr">';
const other = '<html lang="es" dir="ltr">';

/** Languages that accounts chose in the app, by id. */
const chosen = new Map<string, string>();
const server = usingAliceAndAdmin({ findLanguage: async (id) => chosen.get(id) ?? null });

const newJourney = () => new SignInJourney(server.publicUrl, new HttpBrowser());

describe("the language of hosted pages", () => {
  it("is English by default", async () => {
    expect((await newJourney().start()).page.markup).toContain(english);
  });

  it("follows ui_locales on every page of the flow and in its emails", async () => {
    const journey = newJourney();
    const { page } = await journey.start({ ui_locales: "es en" });
    for (const path of ["", "/sign-in", "/sign-up", "/forgot-password"]) {
      expect((await journey.browser.open(`${page.url}${path}`)).markup).toContain(other);
    }
    const signUp = await journey.browser.open(`${page.url}/sign-up`);
    const input = { username: "zoe", email: "zoe@example.org", password };
    expect((await journey.browser.submit(signUp, "/sign-up", input)).markup).toContain(other);
    const [mail] = await readOutbox(server.outbox, "zoe@example.org");
    expect(mail?.text).toMatch(/^Hola, zoe:\n\n/);

    const forgotten = await journey.browser.open(`${page.url}/forgot-password`);
    expect((await journey.browser.submit(forgotten, "/forgot-password", { username: "alice" })).markup).toContain(
      other,
    );
    await expect.poll(() => readOutbox(server.outbox, "alice@example.org")).toHaveLength(1);
    expect((await readOutbox(server.outbox, "alice@example.org"))[0]?.text).toMatch(/^Hola, alice:/);
  });

  it("prefers the chosen language, and falls back to the browser's", async () => {
    const chosen = newJourney();
    chosen.browser.setCookie("language", "en");
    expect((await chosen.start({ ui_locales: "es" })).page.markup).toContain(english);

    const { browser } = newJourney();
    const accept = { headers: { "accept-language": "es-MX, en;q=0.5" } };
    expect((await browser.open(`${server.publicUrl}/signin/unknown`, accept)).markup).toContain(other);
  });

  it("is chosen by links that keep the rest of the address", async () => {
    const { browser } = newJourney();
    const { markup } = await browser.open(`${server.publicUrl}/signin/unknown?a=1&language=en`);
    expect(markup).toContain('<a href="/signin/unknown?a=1&amp;language=es" lang="es" hreflang="es" translate="no">');
    expect(markup).toMatch(/language=ar" lang="ar"/);
    const arabic = await browser.open(`${server.publicUrl}/signin/unknown`, { headers: { "accept-language": "ar" } });
    expect(arabic.markup).toContain('<html lang="ar" dir="rtl">');
    const answer = await fetch(`${server.publicUrl}/signin/unknown`, { headers: { "accept-language": "ar" } });
    expect(answer.headers.get("content-language")).toBe("ar");
  });

  it("follows ui_locales at sign-out and on provider errors", async () => {
    const { browser } = newJourney();
    for (const path of ["/logout?ui_locales=es", "/oauth2/authorize?client_id=unknown&ui_locales=es"]) {
      expect((await browser.open(`${server.publicUrl}${path}`)).markup).toContain(other);
    }
  });

  it("is announced by the provider", async () => {
    const discovery = await fetch(`${server.publicUrl}/.well-known/openid-configuration`);
    expect(await discovery.json()).toMatchObject({ ui_locales_supported: expect.arrayContaining(["en", "es"]) });
  });
});

describe("[CALL-70] the language of messages to an account's owner", () => {
  const toGerman = async () => {
    const username = await addPerson(server);
    const { id, email } = await server.identity.accounts.get(username);
    chosen.set(id, "de");
    const mails = () => readOutbox(server.outbox, email);
    const subjects = async () => (await mails()).map(({ subject }) => subject.replace(/\d{6}/, "…"));
    return { username, email, subjects, mails };
  };

  it("is the one they chose, whatever the browser's", async () => {
    const { username, subjects, mails } = await toGerman();
    await newJourney().signIn(username, password);
    const other = newJourney();
    const { page } = await other.start({ ui_locales: "es" });
    await other.browser.submit(page, "/sign-in", { username, password }, other.isCallback);
    await expect.poll(subjects).toEqual(["Neues Gerät an deinem Cairn-Konto angemeldet"]);
    expect((await mails())[0]?.text).toContain(`Hallo ${username}!`);

    const phonePage = await openProven(other, "/account/phone");
    await other.browser.submit(phonePage, "/account/phone", { phone: "+12025550145" });
    const [message] = await readOutbox(server.outbox, "+12025550145");
    expect(message?.text).toMatch(/^\d{6} ist dein Cairn-Code/);
  });

  it("is theirs too if somebody else requests an email to them", async () => {
    const { username, email, subjects } = await toGerman();
    const stranger = newJourney();
    const { page } = await stranger.start({ ui_locales: "es" });
    const forgotten = await stranger.browser.open(`${page.url}/forgot-password`);
    await stranger.browser.submit(forgotten, "/forgot-password", { username });
    await expect.poll(subjects).toEqual(["… ist dein Code für ein neues Cairn-Passwort"]);
    const signUp = await stranger.browser.open(`${page.url}/sign-up`);
    await stranger.browser.submit(signUp, "/sign-up", { username: `${username}-2`, email, password });
    expect((await subjects())[1]).toBe("Du hast schon ein Cairn-Konto");
  });
});
