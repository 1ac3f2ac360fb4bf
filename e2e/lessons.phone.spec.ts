import { makePhoto } from "../test/make-photo.ts";
import { accessTokenOf, expect, signIn, test } from "./harness.ts";
import { doubleText, findSmallTargets, measureLayout } from "./layout.ts";
import { createPicture, createQuest } from "./protocol-quests.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

/** A choice, and a value that is read off a picture. */
const cardsWith = (pictureId: string) => [
  {
    key: "where",
    text: "Where is the trunk measured?",
    choice: {
      options: [
        { text: "At breast height", is_right: true, reason: "1.3 m above the ground." },
        { text: "At the roots", is_right: false, reason: "Roots widen it." },
      ],
    },
  },
  {
    key: "width",
    text: "Read the width.",
    picture: { id: pictureId, alt: "A trunk with a scale" },
    value: { unit: "cm", reference: 12, tolerance: 0.5 },
  },
];

test("[CALL-60] [CALL-61] a lesson is passed offline after a wrong answer, and the review shows it", async ({
  page,
  context,
  request,
}) => {
  const quest = await createQuest(request, { name: `Bark lesson ${Date.now()}` });
  const picture = await createPicture(request, await makePhoto({ uniqueSeed: "lesson", width: 800, height: 600 }));
  const admin = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const saved = await request.put(`/api/quests/${quest.id}/lesson`, {
    headers: admin,
    data: {
      seen_version: 0,
      asked: "before_first",
      cards: cardsWith(picture.id),
    },
  });
  expect(saved.status(), await saved.text()).toBe(200);

  await signIn(page, "bob");
  await test.step("joining takes the lesson along", async () => {
    await page.goto(`/quests/${quest.id}`);
    await page.getByRole("button", { name: "Apply to Quest" }).click();
    await page.getByRole("button", { name: "Yes, sign me up!" }).click();
    await expect(page.getByRole("link", { name: "Lesson: 2 cards, about 1 minute" })).toBeVisible();
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible({ timeout: 20_000 });
    await appIsKept(page);
  });

  await context.setOffline(true);
  await test.step("the form waits for the lesson", async () => {
    await page.goto(`/quests/${quest.id}/data`);
    await expect(page.getByRole("heading", { name: "First, the lesson" })).toBeVisible();
    await page.getByRole("link", { name: "Open the lesson" }).click();
  });
  await test.step("a wrong answer comes again, and a reload loses nothing", async () => {
    await page.getByRole("button", { name: "At the roots" }).click();
    await expect(page.getByText("Roots widen it.")).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Card 2 of 2" })).toBeVisible();
    const shown = page.getByRole("img", { name: "A trunk with a scale" });
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
    await page.getByLabel("Your value").fill("12.5");
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "At breast height" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "You passed the lesson" })).toBeVisible();
    await expect(page.getByText("It's saved on this phone and will be sent when you're online.")).toBeVisible();
  });
  await test.step("the form is there, without a signal too", async () => {
    await page.getByRole("link", { name: "Add data points" }).click();
    await expect(page.getByRole("button", { name: "Add Data Point" })).toBeVisible();
    await page.goto("/outbox");
    await expect(page.getByText("Lesson passed")).toBeVisible();
    await expect(page.getByText("1 passed lesson isn't sent yet.")).toBeVisible();
  });

  await context.setOffline(false);
  const own = await page.evaluate(() => localStorage.getItem("jwt"));
  const of = `/api/adventurers/bob/quests/${quest.id}`;
  const headers = { authorization: `Bearer ${own}` };
  await expect
    .poll(async () => (await (await request.get(of, { headers })).json()).lesson?.passed_at, { timeout: 30_000 })
    .toBeTruthy();
  const photo = {
    name: "bark.jpg",
    mimeType: "image/jpeg",
    buffer: await makePhoto({ uniqueSeed: quest.quest_name }),
  };
  const multipart = { tree_width: "87.5", latitude: "1", longitude: "2", file: photo };
  const sent = await request.post(`${of}/data/uploads`, { headers, multipart });
  const sample = await (await request.get(`/api/quest_data/${(await sent.json()).id}`, { headers: admin })).json();
  expect(sample.lesson).toMatchObject({
    passed: { version: 1 },
    calibrations: [{ unit: "cm", count: 1, bias: 0.5, spread: null }],
  });
});

test.describe("with text twice as large on a small phone", () => {
  test.use({ as: "bob", serviceWorkers: "block" });

  test("a lesson is as wide as the window, and every control can be pressed", async ({ page, request }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const quest = await createQuest(request, { name: `Large lesson ${Date.now()}` });
    const picture = await createPicture(request, await makePhoto({ uniqueSeed: "large", width: 800, height: 600 }));
    const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
    const data = { seen_version: 0, asked: "before_first", cards: cardsWith(picture.id) };
    await request.put(`/api/quests/${quest.id}/lesson`, { headers, data });
    const of = `/api/adventurers/bob/quests/${quest.id}`;
    await request.post(`${of}/sign-up`, { headers: { authorization: `Bearer ${await accessTokenOf("bob")}` } });
    const look = async (screen: string) => {
      const { wide, stuckPx } = await page.evaluate(measureLayout);
      expect.soft(wide, `${screen} is as wide as the window`).toBeLessThanOrEqual(360);
      expect.soft(stuckPx, `${screen}: what stays in place`).toBeLessThan(200);
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
      expect.soft(await findSmallTargets(page), screen).toEqual([]);
    };
    const go = async (name: string) => page.getByRole("button", { name }).click();

    await page.goto(`/quests/${quest.id}/data`);
    await doubleText(page);
    await expect(page.getByRole("heading", { name: "First, the lesson" })).toBeVisible();
    await look("the request");
    await page.getByRole("link", { name: "Open the lesson" }).click();
    await expect(page.getByRole("heading", { name: "Card 1 of 2" })).toBeVisible();
    await look("a choice");
    await go("At the roots");
    await look("a wrong answer");
    await go("Continue");
    await look("a value");
    await page.getByLabel("Your value").fill("12");
    await go("Check");
    await look("a right value");
    await go("Continue");
    await go("At breast height");
    await go("Continue");
    await expect(page.getByRole("heading", { name: "You passed the lesson" })).toBeVisible();
    await look("the end");
  });
});
