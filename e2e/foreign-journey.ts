import { type Browser, expect, type Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { openAccountMenu } from "./harness.ts";

/** Signs a person in on another provider's page. */
export type ForeignSignIn = (page: Page, username: string) => Promise<void>;

const questName = "Hedges of the Western Ridge";
const place = { latitude: 38.61234, longitude: -78.49876, accuracy: 6 };

/** Opens a page at a separate Cairn. */
async function openAt(browser: Browser, url: string, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 900 },
    geolocation: place,
    permissions: ["geolocation"],
    locale: "en-US",
  });
  return context.newPage();
}

async function signInThere(page: Page, username: string, signIn: ForeignSignIn): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Log In" }).click();
  await signIn(page, username);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("jwt")).catch(() => null)).not.toBeNull();
}

/** Calls the API with the page's token. */
async function call(page: Page, method: string, path: string, data?: unknown): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem("jwt"));
  const response = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data === undefined ? {} : { data }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/**
 * An administrator creates a quest, and a volunteer joins it, both with accounts at another provider. There,
 * `people.admin` is in the group `admins`, `people.volunteer` in none.
 */
export async function joinWithForeignAccounts(
  browser: Browser,
  url: string,
  people: { volunteer: string; admin: string },
  signIn: ForeignSignIn,
): Promise<{ phone: Page; desk: Page }> {
  const desk = await openAt(browser, url, 1440);
  await desk.goto("/");
  await signInThere(desk, people.admin, signIn);
  const { id: organization_id } = (await call(desk, "POST", "/organizations", {
    organization_name: "Hedge Society",
    organization_email: "hedges@example.org",
  })) as { id: number };
  await call(desk, "POST", "/quests", {
    quest_name: questName,
    quest_description: "Measure the hedge trees.",
    quest_difficulty: 2,
    quest_status: "ACCEPTING_APPLICATIONS",
    quest_type: "TREES",
    locations: [
      {
        locality: "Luray",
        administrative_area: "Virginia",
        postal_code: "22835",
        country: "United States",
        coordinates: [place.latitude, place.longitude],
      },
    ],
    organization: { organization_id },
  });

  const phone = await openAt(browser, url, 390);
  await phone.goto("/");
  await phone.getByRole("link", { name: questName }).first().click();
  await expect(phone.getByRole("heading", { name: questName, level: 1 })).toBeVisible();
  await signInThere(phone, people.volunteer, signIn);
  // Back on the same page, signed in, with no more rights than the provider gives.
  await expect(phone.getByRole("heading", { name: questName, level: 1 })).toBeVisible();
  expect(new URL(phone.url()).search).toBe("");
  const refused = await phone.request.get("/api/admin/quests", {
    headers: { authorization: `Bearer ${await phone.evaluate(() => localStorage.getItem("jwt"))}` },
  });
  expect(refused.status()).toBe(403);

  await phone.getByRole("button", { name: "Apply to Quest" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Yes, sign me up!" }).click();
  await phone.getByRole("link", { name: "Submit Data" }).click();
  await expect(phone.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
  return { phone, desk };
}

/** The volunteer sends a data point, and the administrator accepts it. */
export async function measureAndAccept({ phone, desk }: { phone: Page; desk: Page }, volunteer: string): Promise<void> {
  const photo = await makePhoto({ uniqueSeed: phone.url() });
  await phone.locator('input[name="file"]').setInputFiles({ name: "hedge.jpg", mimeType: "image/jpeg", buffer: photo });
  await phone.getByLabel(/tree circumference/i).fill("143.5");
  await phone.getByRole("button", { name: "Add Data Point" }).click();
  const points = phone.getByRole("list", { name: "Data Points" }).getByRole("listitem");
  await expect(points).toHaveCount(1);

  await desk.goto("/admin_dashboard/samples");
  await desk.getByRole("link", { name: "Click For Info" }).first().click();
  await expect(desk.getByRole("region", { name: /^Sample Overview - ID / })).toContainText(volunteer);
  await desk.getByRole("button", { name: /^Accept/ }).click();
  await expect(desk.getByText("Click For Info")).toHaveCount(0);
  await phone.reload();
  await expect(points.last()).toContainText(/accepted/i);
}

/** Makes the page treat its access token as expired, and triggers a request. */
export async function letTokenRunOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("cairn.session") ?? "{}") as object;
    localStorage.setItem("cairn.session", JSON.stringify({ ...kept, expiresAtMs: Date.now() }));
  });
  await page.reload();
}

/** Signs out here and at the provider, and returns to the app as a visitor. */
export async function signOutThere(page: Page): Promise<void> {
  await openAccountMenu(page);
  // The address may be the same before and after: only the new document tells that the provider sent it back.
  const returned = page.waitForEvent("load");
  await page.getByRole("button", { name: /log out|sign out/i }).click();
  await returned;
}
