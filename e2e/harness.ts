import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, test as base, expect, type Page, type WebError } from "@playwright/test";
import type axe from "axe-core";
import type { Result } from "axe-core";
import { defaultClaims } from "../src/contract/roles.ts";
import { makePhoto } from "../test/make-photo.ts";
import { readNewestCode, SignInJourney } from "../test/sign-in-journey.ts";
import { translatePage } from "../test/web-translator.ts";
import { demoPassword } from "./cairn-server.ts";
import { findLowContrast } from "./contrast.ts";

export { expect };

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: e2e/cairn-server.ts sets it`);
  return value;
}

/** The notice about a data point that was added; with a line it soon says that it is uploaded. */
export const savedWords = /^(Saved on this phone|Uploaded\.)/;

export type DemoUser = "admin" | "tester" | "alice" | "bob";

/**
 * The storage of a browser that a demo account is signed in with, as src/web/foundation/auth/session-store.ts writes
 * it. No page is opened for it.
 */
export async function storageOf(username: string, url: string) {
  const journey = new SignInJourney(url);
  const tokens = await journey.signIn(username, demoPassword);
  const { username: username_claim, groups: groups_claim } = defaultClaims;
  const session = {
    refreshToken: tokens.refresh_token,
    idToken: tokens.id_token,
    expiresAtMs: Date.now() + tokens.expires_in * 1000,
    names: { username_claim, groups_claim },
  };
  const localStorage = [
    { name: "cairn.session", value: JSON.stringify(session) },
    { name: "jwt", value: tokens.access_token },
  ];
  const { hostname: domain } = new URL(url);
  const attributes = { domain, expires: -1, httpOnly: true, secure: false, sameSite: "Lax" as const };
  const cookies = journey.browser.cookies.map((cookie) => ({ ...cookie, ...attributes }));
  return { cookies, origins: [{ origin: url, localStorage }] };
}

/**
 * Signs out by the account menu, until the page is back from the sign-in service: a browser that is closed on the way there
 * may hang.
 */
export async function signOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  const isBack = page.waitForEvent("load", { predicate: () => new URL(page.url()).pathname === "/" });
  await page.getByRole("button", { name: "Sign out" }).click();
  await isBack;
}

/** Signs a demo account in, on a device that has kept nothing so far. Open a page afterwards. */
export async function signIn(page: Page, username: string, url = requireSetting("CAIRN_E2E_URL")): Promise<void> {
  await page.context().setStorageState(await storageOf(username, url));
}

const accessTokens = new Map<string, { token: string; expiresAtMs: number }>();

/** An access token for calls without a page. */
export async function accessTokenOf(username: string): Promise<string> {
  const known = accessTokens.get(username);
  if (known && Date.now() < known.expiresAtMs - 60_000) return known.token;
  const { access_token: token, expires_in } = await new SignInJourney(requireSetting("CAIRN_E2E_URL")).signIn(
    username,
    demoPassword,
  );
  accessTokens.set(username, { token, expiresAtMs: Date.now() + expires_in * 1000 });
  return token;
}

type Fixtures = {
  /** The user signed in at the start: `test.use({ as: "alice" })`. */
  as: DemoUser | undefined;
  /** The browser that translates each page as soon as it is there, and all that comes later. */
  translatedBy: "chrome" | "safari" | undefined;
  translation: undefined;
  uncaughtErrors: Error[];
};

/** Playwright's `test` for this server; fails on uncaught errors in the page. */
export const test = base.extend<Fixtures>({
  as: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  baseURL: async ({}, use) => use(requireSetting("CAIRN_E2E_URL")),
  storageState: async ({ as, baseURL }, use) => use(as && (await storageOf(as, baseURL ?? ""))),
  translatedBy: [undefined, { option: true }],
  translation: [
    async ({ context, translatedBy }, use) => {
      const translate = `(${translatePage})("${translatedBy}")`;
      if (translatedBy)
        await context.addInitScript(`document.addEventListener("DOMContentLoaded", () => ${translate})`);
      await use(undefined);
    },
    { auto: true },
  ],
  uncaughtErrors: [
    async ({ context }, use) => {
      const errors: Error[] = [];
      const keep = (webError: WebError) => errors.push(webError.error());
      context.on("weberror", keep);
      await use(errors);
      context.off("weberror", keep);
      // Ignores errors of requests that are running when the test ends.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account" }).click();
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username or email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Waits until the app is back from the hosted pages with a token. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt")).catch(() => null)).not.toBeNull();
}

/** Signs a demo account in as people do: through the hosted page, starting and ending on Home. */
export async function signInByHand(page: Page, username: DemoUser): Promise<void> {
  await page.goto("/");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await fillSignIn(page, username, demoPassword);
  await expectSignedIn(page);
}

/** A separate window for the administrator. */
export async function openDesk(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: requireSetting("CAIRN_E2E_URL"),
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "UTC",
  });
  return { context, page: await context.newPage() };
}

/** A new person: a unique username, email and password. */
export function makeNewcomer() {
  const username = `walker-${randomBytes(4).toString("hex")}`;
  return { username, email: `${username}@volunteers.example`, password: `${username}'s first stone` };
}

/** Fills in the open hosted sign-up, with the code from the email. */
export async function signUp(page: Page, newcomer: ReturnType<typeof makeNewcomer>): Promise<void> {
  await page.getByLabel("Username").fill(newcomer.username);
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel("Confirmation code").fill(await readMailedCode(newcomer.email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expectSignedIn(page);
}

/** Makes an account as the hosted pages do, without a page. Its password is that of the demo accounts. */
export async function createAccount(): Promise<string> {
  const { username, email } = makeNewcomer();
  const journey = new SignInJourney(requireSetting("CAIRN_E2E_URL"));
  const { page } = await journey.start({ screen_hint: "signup" });
  const confirm = await journey.browser.submit(page, "/sign-up", { username, email, password: demoPassword });
  await journey.browser.submit(confirm, "/confirm", { code: await readMailedCode(email) }, journey.isCallback);
  return username;
}

/** Waits for the newest email to an address and returns its code. */
export async function readMailedCode(email: string): Promise<string> {
  const outbox = join(requireSetting("CAIRN_E2E_DATA"), "outbox");
  await expect.poll(() => readNewestCode(outbox, email).catch(() => undefined)).toBeTruthy();
  return readNewestCode(outbox, email);
}

/** Waits until transitions have ended, which take several frames on a busy machine, and the page no longer changes. */
export const comeToRest = (page: Page): Promise<void> => page.evaluate(untilAtRest);

/** The same, in the page. */
export async function untilAtRest(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame();
  await nextFrame();
  const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map((each) => each.finished));
  // What arrives late has been drawn: nothing is added or removed for a moment. Some pages never stop, such as a recording.
  await new Promise<void>((resolve) => {
    let atRest = setTimeout(resolve, 150);
    const observer = new MutationObserver(() => {
      clearTimeout(atRest);
      atRest = setTimeout(resolve, 150);
    });
    observer.observe(document.documentElement, { childList: true, subtree: true });
    setTimeout(resolve, 5_000);
  });
}

/** Half as long as what the package's `source` has: each page reads it anew. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails if axe finds a problem once the page is at rest. */
export async function expectAccessible(page: Page): Promise<void> {
  await toAxe(page);
  // What a preview's frame shows is checked on its own screens.
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: [["iframe"]] },
      {
        resultTypes: ["violations"],
        rules: { "color-contrast": { enabled: false } },
        // No rule that is on needs the style sheets.
        preload: { assets: ["media"] },
      },
    ),
  );
  expectNone([...violations, ...(await findLowContrast(page))]);
}

/** Repeats only the checks that colours can change. */
export async function expectContrast(page: Page): Promise<void> {
  await toAxe(page);
  expectNone(await findLowContrast(page));
}

async function toAxe(page: Page): Promise<void> {
  // The header appears before the page does.
  await expect(page.locator("h1").first()).toBeAttached();
  await comeToRest(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
}

function expectNone(violations: Result[]): void {
  const findings = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target) }));
  expect(findings).toEqual([]);
}

/** Orientations a phone stores without rotating: level, sideways, and the other way round. */
const orientations = [1, 6, 8] as const;

/** Photos of trees, at most three, from the folder CAIRN_PHOTOS or generated, with orientation and position. */
export async function findTreePhotos(
  count: number,
): Promise<(string | { name: string; mimeType: string; buffer: Buffer })[]> {
  const folder = process.env.CAIRN_PHOTOS;
  if (!folder) {
    return Promise.all(
      orientations.slice(0, count).map(async (orientation) => ({
        name: `tree-${orientation}.jpg`,
        mimeType: "image/jpeg",
        buffer: await makePhoto({
          uniqueSeed: `tree ${orientation}`,
          orientation,
          gps: { latitude: 38.6001, longitude: -78.5501, accuracyMeters: 6 },
        }),
      })),
    );
  }
  const phone = join(folder, "phone");
  const names = (await readdir(phone)).filter((name) => name.endsWith(".jpg")).sort();
  if (names.length < 3) throw new Error(`${phone} has fewer than three photographs`);
  return names.slice(0, count).map((name) => join(phone, name));
}

/** The screen shows a decision before the server has it. */
export async function untilDecided(reviewer: Page): Promise<void> {
  const answer = await reviewer.waitForResponse(
    (response) => response.request().method() === "PUT" && /\/reviews?$/.test(response.url()),
  );
  expect(answer.status()).toBe(200);
}
