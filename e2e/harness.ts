import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { readNewestCode } from "../test/sign-in-journey.ts";
import { demoPassword } from "./cairn-server.ts";

export { expect };

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: e2e/cairn-server.ts sets it`);
  return value;
}

export type DemoUser = "admin" | "tester" | "alice" | "bob";

type Session = { state: Awaited<ReturnType<BrowserContext["storageState"]>>; signedInAtMs: number };
/** Well below an access token's lifetime, so that two pages never renew the same session. */
const sessionLifeMs = 4 * 60_000;
const sessions = new Map<DemoUser, Session>();

/** The storage of a signed-in browser; created through the hosted page and reused for a while. */
async function getSession(browser: Browser, user: DemoUser): Promise<Session["state"]> {
  const known = sessions.get(user);
  if (known && Date.now() - known.signedInAtMs < sessionLifeMs) return known.state;
  const desk = await openDesk(browser);
  await signIn(desk.page, user);
  const state = await desk.context.storageState();
  await desk.context.close();
  sessions.set(user, { state, signedInAtMs: Date.now() });
  return state;
}

type Fixtures = {
  /** The user signed in at the start: `test.use({ as: "alice" })`. */
  as: DemoUser | undefined;
  uncaughtErrors: Error[];
};

/** Playwright's `test` for this server; fails on uncaught errors in the page. */
export const test = base.extend<Fixtures>({
  as: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  baseURL: async ({}, use) => use(requireSetting("CAIRN_E2E_URL")),
  storageState: async ({ as, browser }, use) => use(as && (await getSession(browser, as))),
  uncaughtErrors: [
    async ({ context }, use) => {
      const errors: Error[] = [];
      context.on("weberror", (webError) => errors.push(webError.error()));
      await use(errors);
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

/** Signs a demo account in through the hosted page, starting and ending on Home. */
export async function signIn(page: Page, username: DemoUser): Promise<void> {
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

/** Waits for the newest email to an address and returns its code. */
export async function readMailedCode(email: string): Promise<string> {
  const outbox = join(requireSetting("CAIRN_E2E_DATA"), "outbox");
  await expect.poll(() => readNewestCode(outbox, email).catch(() => undefined)).toBeTruthy();
  return readNewestCode(outbox, email);
}

/** Waits for colour transitions, which take several frames on a busy machine. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((each) => each.finished));
  });
}

/**
 * Fails if axe finds a problem once the page is at rest.
 * @param onlyRule for repeated checks where only colours changed
 */
export async function expectAccessible(page: Page, onlyRule?: "color-contrast"): Promise<void> {
  // The header appears before the page does.
  await expect(page.locator("h1").first()).toBeAttached();
  await comeToRest(page);
  // Avoids a second page for merging frame results: no page here has frames.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (onlyRule ? axe.withRules(onlyRule) : axe).analyze();
  const findings = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ target }) => target) }));
  expect(findings).toEqual([]);
}

/** Orientations a phone stores without rotating: level, sideways, and the other way round. */
const orientations = [1, 6, 8] as const;

/** Three photos of trees, from the folder CAIRN_PHOTOS or generated, with orientation and position. */
export async function findTreePhotos(): Promise<(string | { name: string; mimeType: string; buffer: Buffer })[]> {
  const folder = process.env.CAIRN_PHOTOS;
  if (!folder) {
    return Promise.all(
      orientations.map(async (orientation) => ({
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
  return names.slice(0, 3).map((name) => join(phone, name));
}

/** The screen shows a decision before the server has it. */
export async function untilDecided(reviewer: Page): Promise<void> {
  const answer = await reviewer.waitForResponse(
    (response) => response.request().method() === "PUT" && /\/reviews?$/.test(response.url()),
  );
  expect(answer.status()).toBe(200);
}
