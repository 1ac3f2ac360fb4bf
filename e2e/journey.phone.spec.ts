import type { Locator } from "@playwright/test";
import {
  expect,
  expectSignedIn,
  findTreePhotos,
  makeNewcomer,
  openDesk,
  readMailedCode,
  savedWords,
  signIn,
  test,
  untilDecided,
} from "./harness.ts";

const quest = "Bark and Girth of the Blue Ridge";
// A page lives with the translator that many volunteers need.
test.use({ translatedBy: "chrome" });

const circumferencesCm = ["187.55", "96", "142.3"];

function countTaps() {
  let taps = 0;
  return {
    on: async (target: Locator) => {
      await target.tap();
      taps += 1;
    },
    sinceLast: () => {
      const before = taps;
      taps = 0;
      return before;
    },
  };
}

test("[QUEST-03][DATA-14][SAMPLE-08] a newcomer finds a quest, signs up, measures three trees and sees one accepted", async ({
  page,
  context,
  browser,
}) => {
  const photos = await findTreePhotos(3);
  const newcomer = makeNewcomer();
  // A unique location identifies these samples in the administrator's table.
  const longitude = -78.5 - Math.floor(Math.random() * 10_000) / 100_000;
  const taps = countTaps();
  const places = [38.601, 38.602, 38.603].map((latitude) => ({ latitude, longitude, accuracy: 6 }));

  await test.step("finds the quest by chip and search", async () => {
    await page.goto("/");
    await expect(page.getByText("High Stakes Data Collection")).toBeVisible();
    await page.getByRole("button", { name: "Trees", exact: true }).click();
    await page.getByRole("searchbox").fill("blue ridge");
    await page.getByRole("link", { name: quest }).click();
    await expect(page.getByRole("heading", { name: quest, level: 1 })).toBeVisible();
    const risks = page.getByRole("heading", { name: "Risk Management" });
    await risks.click();
    const risk = page.locator("details[open] li").first();
    const bulletPx = 16;
    const [titleX, riskX] = [(await risks.boundingBox())?.x, (await risk.boundingBox())?.x];
    expect(riskX, "its bullet stands inside the page").toBeGreaterThanOrEqual((titleX ?? 0) + bulletPx);
  });

  await test.step("signs up with the mailed code", async () => {
    await taps.on(page.getByRole("link", { name: "Sign up to go on an adventure!" }));
    for (const [label, text] of [
      ["Username", newcomer.username],
      ["Email", newcomer.email],
      ["Password", newcomer.password],
    ] as const) {
      await taps.on(page.getByLabel(label, { exact: true }));
      await page.keyboard.type(text);
    }
    await taps.on(page.getByRole("button", { name: "Create account" }));
    await expect(page.getByLabel("Confirmation code")).toBeFocused();
    await page.keyboard.type(await readMailedCode(newcomer.email));
    await taps.on(page.getByRole("button", { name: "Confirm" }));
    await expectSignedIn(page);
  });

  await test.step("has joined, and is on the form", async () => {
    await expect(page.getByRole("heading", { name: quest, level: 1 })).toBeVisible();
    await expect(page.getByText(`You have successfully signed up for the quest: ${quest}!`)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
  });

  const countOfAll = async () =>
    Number(
      /^([\d,]+) by all volunteers/
        .exec(await page.getByText("by all volunteers together").innerText())?.[1]
        ?.replaceAll(",", ""),
    );

  await test.step("photographs and measures three trees", async () => {
    const before = await countOfAll();
    const gear = page.getByText("What you need");
    await gear.click();
    await expect(page.getByText("Phone with a charged battery")).toBeVisible();
    await gear.click();
    for (const [index, photo] of photos.entries()) {
      const place = places[index];
      const circumference = circumferencesCm[index];
      if (!place || !circumference) throw new Error("three trees, three places");
      await context.setGeolocation(place);
      const chooser = page.waitForEvent("filechooser");
      await taps.on(page.locator('label:has(input[name="file"])'));
      await (await chooser).setFiles(photo);
      await taps.on(page.getByLabel(/tree circumference/i));
      // Most of Europe writes a decimal comma.
      await page.keyboard.type(circumference.replace(".", ","));
      await taps.on(page.getByRole("button", { name: "Add Data Point" }));
      await expect(page.getByText(savedWords)).toBeVisible();
      const uploaded = page.getByText(`Uploaded. ${index + 1} of 20 trees`);
      await expect(uploaded).toBeVisible();
      // The note about joining, above the form, has gone.
      const noticeY = (await uploaded.boundingBox())?.y;
      const line = await page.getByRole("region", { name: "Progress" }).boundingBox();
      expect(noticeY, "below the line at the top").toBeGreaterThan((line?.y ?? 0) + (line?.height ?? 0));
      await expect(uploaded).toBeInViewport({ ratio: 1 });
      // From the quest's page, which a shared link opens, with an account made on the way; then from one to the next.
      expect(taps.sinceLast()).toBeLessThanOrEqual(index === 0 ? 9 : 4);
      // It uploads automatically.
      await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem")).toHaveCount(index + 1);
      await expect(page.getByLabel(/tree circumference/i)).toHaveValue("");
    }
    // Others may measure meanwhile.
    await expect.poll(countOfAll).toBeGreaterThanOrEqual(before + circumferencesCm.length);
    // It goes with the first data point.
    await expect(gear).toHaveCount(0);
    for (const circumference of circumferencesCm) {
      await expect(page.getByRole("list", { name: "Data Points" })).toContainText(`${Number(circumference)} cm`);
    }
  });

  await test.step("completes the quest", async () => {
    await page.getByRole("button", { name: "Complete Quest" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure you're ready to submit your data?" });
    await dialog.getByRole("button", { name: "Submit Data" }).click();
    await expect(page.getByRole("region", { name: "Quest Status" })).toContainText("Congratulations!");
    await expect(page.getByRole("button", { name: "Add Data Point" })).toHaveCount(0);
  });

  await test.step("an administrator sees the samples and accepts one", async () => {
    const desk = await openDesk(browser);
    await signIn(desk.page, "admin");
    // Other tests' samples fill the first part of the list.
    await desk.page.goto(`/admin_dashboard/samples?quest=${/\/quests\/(\d+)/.exec(page.url())?.[1]}`);
    const rows = desk.page.getByRole("row").filter({ hasText: `${longitude}` });
    await expect(rows).toHaveCount(3);
    await rows
      .filter({ hasText: `${places.at(-1)?.latitude}` })
      .getByRole("link", { name: "Click For Info" })
      .click();
    const detail = desk.page.getByRole("region", { name: /^Sample Overview - ID / });
    await expect(detail).toContainText(newcomer.username);
    await expect(detail).toContainText(String(Number(circumferencesCm.at(-1))));
    const image = detail.getByRole("img", { name: /sample/i }).first();
    await expect(image).toBeVisible();
    await expect.poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    await expect(detail.getByRole("region", { name: /map/i })).toBeVisible();
    const saved = untilDecided(desk.page);
    await desk.page.getByRole("button", { name: /^Accept/ }).click();
    const pending = desk.page.getByRole("table", { name: "Pending Review" });
    await expect(pending.getByRole("row").filter({ hasText: `${longitude}` })).toHaveCount(2);
    await saved;
    await desk.context.close();
  });

  await test.step("the volunteer sees that it was accepted", async () => {
    await page.reload();
    const points = page.getByRole("list", { name: "Data Points" }).getByRole("listitem");
    await expect(points.filter({ hasText: /accepted/i })).toHaveCount(1);
    // Newest first.
    await expect(points.first()).toContainText(/accepted/i);
  });
});

test.describe("without geolocation", () => {
  test.use({ as: "bob" });

  test("[DATA-13][ERR-03] the upload is abandoned with its message, and nothing is lost", async ({ page, context }) => {
    await context.clearPermissions();
    await page.goto("/");
    await page.getByRole("link", { name: quest }).first().click();
    await page.getByRole("link", { name: "Submit Data" }).click();
    const uploads: string[] = [];
    page.on("request", (sent) => {
      if (sent.url().includes("/data/uploads")) uploads.push(sent.url());
    });
    const [photo] = await findTreePhotos(1);
    if (!photo) throw new Error("no photo");
    await page.locator('input[name="file"]').setInputFiles(photo);
    await page.getByLabel(/tree circumference/i).fill("77.7");
    await page.getByRole("button", { name: "Add Data Point" }).click();
    await expect(
      page.getByText(
        "ERROR GETTING GEO COORDINATES: Geocordinates are required for each data point. Please close this browser window and open the app in a new window. When re-uploading your first data point in the window, make sure to allow geolocation when you are prompted. Alternatively, you can go to your browser settings and allow gps access for this site.",
      ),
    ).toBeVisible();
    // It is saved, the form is ready again, and nothing is sent before it has a position.
    await expect(page.getByText(savedWords)).toBeVisible();
    await expect(page.getByLabel(/tree circumference/i)).toHaveValue("");
    expect(uploads).toEqual([]);

    await context.grantPermissions(["geolocation"]);
    await page.getByRole("button", { name: "Add its position" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Use my current position" }).click();
    await expect.poll(() => uploads.length).toBe(1);
    await expect(page.getByText("77.7 cm").first()).toBeVisible();
  });
});
