import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { testPassword as password } from "../../../test/identity-test-data.ts";
import { readOutbox, SignInJourney } from "../../../test/sign-in-journey.ts";
import { startWholeServer, type WholeServer } from "../../../test/whole-server.ts";
import { english } from "../../texts/languages.ts";

let server: WholeServer;
let journey: SignInJourney;
let token: string;
const own = "/adventurers/alice/language";

beforeAll(async () => {
  server = await startWholeServer();
  await server.identity.accounts.create({
    username: "alice",
    email: "alice@example.org",
    password,
    emailVerified: true,
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  journey = new SignInJourney(server.publicUrl);
  token = (await journey.signIn("alice", password)).access_token;
  await server.call("PUT", own, { token, json: { language: "fr" } });
});

const ofAccount = async () => (await server.call("GET", own, { token })).body.language;
const ofDevice = ({ browser }: SignInJourney) => browser.cookie("language");
const fromOwnPage = { "sec-fetch-site": "same-origin" };
const choose = ({ browser }: SignInJourney, path: string, headers: Record<string, string> = fromOwnPage) =>
  browser.open(`${server.publicUrl}${path}`, { headers });

it("[CALL-70] a language that a signed-in person chooses on a hosted page is the account's, and its emails have it", async () => {
  const { markup } = await choose(journey, "/account?language=de");
  expect(markup).toContain('<html lang="de" dir="ltr">');
  expect([ofDevice(journey), await ofAccount()]).toEqual(["de", "de"]);
  const forgotten = new SignInJourney(server.publicUrl);
  const page = await forgotten.browser.open(`${(await forgotten.start()).page.url}/forgot-password`);
  await forgotten.browser.submit(page, "/forgot-password", { username: "alice" });
  await vi.waitFor(async () => {
    const mails = await readOutbox(server.outbox, "alice@example.org");
    expect(mails.at(-1)?.subject).toMatch(/ist dein Code für ein neues Cairn-Passwort$/);
  });
});

it("[CALL-70] English is one of them, and stays although the browser asks for another", async () => {
  await choose(journey, "/account?language=en");
  expect([ofDevice(journey), await ofAccount()]).toEqual([english.code, english.code]);
  const later = await choose(journey, "/account", { "accept-language": "de" });
  expect(later.markup).toContain('<html lang="en" dir="ltr">');
});

it("[CALL-70] one that is chosen before signing in is the account's that signs in there, and no other's", async () => {
  const newcomer = new SignInJourney(server.publicUrl);
  const flow = await newcomer.start();
  await choose(newcomer, `${new URL(flow.page.url).pathname}?language=es`);
  expect(await ofAccount()).toBe("fr");
  await newcomer.submitSignIn(flow, "alice", password);
  expect(await ofAccount()).toBe("es");

  await server.call("PUT", own, { token, json: { language: "fr" } });
  const again = await newcomer.start({ prompt: "login" });
  await newcomer.submitSignIn(again, "alice", password);
  expect([ofDevice(newcomer), await ofAccount()]).toEqual(["es", "fr"]);
});

it("[CALL-70] links of other sites and in messages choose for the device only", async () => {
  for (const [code, headers] of Object.entries({
    de: { "sec-fetch-site": "cross-site", referer: `${server.publicUrl}/account` },
    es: { "sec-fetch-site": "none" },
    ar: { referer: `${server.publicUrl}.example.org/account` },
    "pt-BR": {} as Record<string, string>,
  })) {
    await choose(journey, `/account?language=${code}`, headers);
    expect([ofDevice(journey), await ofAccount()]).toEqual([code, "fr"]);
  }
  await choose(journey, "/account?language=xx");
  expect(await ofAccount()).toBe("fr");
  // Without encryption, browsers only say the page.
  await choose(journey, "/account?language=de", { referer: `${server.publicUrl}/account` });
  expect(await ofAccount()).toBe("de");
});
