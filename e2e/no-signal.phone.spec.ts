import { createHash } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page, Route } from "@playwright/test";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import { makePhoto } from "../test/make-photo.ts";
import { expect, signIn, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";
import { appIsKept } from "./service-worker.ts";

/**
 * A volunteer with a cut, slow or faulty connection. Every data point must arrive once, with its own photo and
 * position.
 */

type Tree = { circumference: string; latitude: number; accuracy: number };

const longitude = 147.2;
const trees: readonly Tree[] = [
  { circumference: "61", latitude: -41.501, accuracy: 6 },
  { circumference: "62", latitude: -41.502, accuracy: 7 },
  { circumference: "63", latitude: -41.503, accuracy: 8 },
];

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const photoOf = (tree: Tree, width = 640) =>
  makePhoto({ uniqueSeed: `no signal ${tree.circumference}`, width, height: Math.round(width * 0.75) });

async function measure(page: Page, tree: Tree, photo: Buffer): Promise<void> {
  await page.context().setGeolocation({ latitude: tree.latitude, longitude, accuracy: tree.accuracy });
  await expect(page.getByText(`± ${tree.accuracy} m`).first()).toBeVisible();
  const file = { name: `tree-${tree.circumference}.jpg`, mimeType: "image/jpeg", buffer: photo };
  await page.locator('input[name="file"]').setInputFiles(file);
  await page.getByLabel(/circumference/i).fill(tree.circumference);
  await page.getByRole("button", { name: "Add Data Point" }).click();
  await expect(page.getByText("Saved on this phone")).toBeVisible();
  await expect(page.getByLabel(/circumference/i)).toHaveValue("");
}

const authorized = async (page: Page) => ({
  headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}` },
});

/** The server's data points, in order of arrival. */
async function arrived(page: Page, request: APIRequestContext, questId: number) {
  const response = await request.get(`/api/adventurers/bob/quests/${questId}/data`, await authorized(page));
  const points: QuestDataPoint[] = await response.json();
  return points.map(({ additional_data, coordinates, accuracy, photos, captured_at, position_source }) => ({
    circumference: String(additional_data?.tree_width),
    coordinates,
    accuracy,
    photo: photos[0]?.sha256,
    hasMoment: captured_at !== null,
    position_source,
  }));
}

const asMeasured = (tree: Tree, photo: Buffer, circumference = tree.circumference) => ({
  circumference,
  coordinates: `${tree.latitude},${longitude}`,
  accuracy: tree.accuracy,
  photo: sha256(photo),
  hasMoment: true,
  position_source: "device",
});

const byCircumference = (one: { circumference: string }, other: { circumference: string }) =>
  one.circumference.localeCompare(other.circumference);

const ownQuest = (name: string) => ({ name: `${name} ${Date.now()}`, protocol: null });
const dataOf = (questId: number) => `/quests/${questId}/data`;
const badge = (page: Page, count: number) =>
  page.getByRole("banner").getByRole("link", { name: `${count} waiting`, exact: true });

test.describe("a day without a signal", () => {
  test.use({ serviceWorkers: "allow" });

  test("data points measured without a signal arrive in the evening, with the positions where they were measured", async ({
    page: morning,
    context,
    request,
  }) => {
    const quest = await createQuest(request, ownQuest("No signal"));
    const photos = await Promise.all(trees.map((tree) => photoOf(tree)));
    const [first, second, third] = trees;
    const [firstPhoto, , thirdPhoto] = photos;
    if (!first || !second || !third || !firstPhoto || !thirdPhoto) throw new Error("three trees, three photos");

    await test.step("joins where there is a signal, which takes the quest along", async () => {
      await signIn(morning, "bob");
      await morning.goto(`/quests/${quest.id}`);
      await appIsKept(morning);
      await morning.getByRole("button", { name: "Apply to Quest" }).click();
      await morning.getByRole("button", { name: "Yes, sign me up!" }).click();
      await expect(morning.getByText(/You have successfully signed up/)).toBeVisible();
      await expect(morning.getByText(/Saved on this phone/)).toBeVisible();
    });

    await test.step("opens the quest's page in the forest and measures three trees", async () => {
      await context.setOffline(true);
      await morning.goto(dataOf(quest.id));
      for (const [index, tree] of trees.entries()) {
        await measure(morning, tree, photos[index] as Buffer);
        await expect(badge(morning, index + 1)).toBeVisible();
      }
    });

    await test.step("reloads, closes the tab, and opens another one", async () => {
      await morning.reload();
      await expect(badge(morning, 3)).toBeVisible();
      await morning.close();
    });

    const page = await context.newPage();
    const waiting = page.getByRole("list", { name: "On this phone" }).getByRole("listitem");
    await test.step("corrects one and discards one", async () => {
      await page.goto("/outbox");
      const row = (tree: Tree) =>
        page
          .getByRole("main")
          .getByRole("listitem")
          .filter({ hasText: `${tree.circumference} cm` });
      await row(second).getByRole("button", { name: "Discard" }).click();
      await page.getByRole("button", { name: "Discard it" }).click();
      await expect(badge(page, 2)).toBeVisible();
      await row(third).getByRole("button", { name: "Edit" }).click();
      await expect(page.getByLabel(/circumference/i)).toHaveValue(third.circumference);
      await page.getByLabel(/circumference/i).fill("64");
      await page.getByRole("button", { name: "Add Data Point" }).click();
      await expect(waiting).toHaveCount(2);
    });

    await test.step("completes the quest, which waits behind its points", async () => {
      await page.getByRole("button", { name: "Complete Quest" }).click();
      await page.getByRole("button", { name: "Submit Data" }).click();
      await expect(page.getByText(/It will sync once your 2 data points are uploaded/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Add Data Point" })).toHaveCount(0);
    });

    await test.step("is back in the evening: the points arrive, and then the completion", async () => {
      const order: string[] = [];
      page.on("response", (response) => {
        const call = `${response.request().method()} ${new URL(response.url()).pathname}`;
        if (/^(POST .*\/data\/uploads|PATCH )/.test(call) && response.ok()) order.push(call.split(" ")[0] ?? "");
      });
      await context.setOffline(false);
      await expect(page.getByText("Congratulations!")).toBeVisible({ timeout: 30_000 });
      expect(order).toEqual(["POST", "POST", "PATCH"]);
      expect((await arrived(page, request, quest.id)).sort(byCircumference)).toEqual([
        asMeasured(first, firstPhoto),
        asMeasured(third, thirdPhoto, "64"),
      ]);
      await expect(page.getByRole("list", { name: "Data Points" }).getByRole("listitem")).toHaveCount(2);
      await expect(page.getByRole("banner").getByRole("link", { name: /waiting/ })).toHaveCount(0);
    });
  });
});

test("at 50 kbit/s the form is free at once while a photo uploads", async ({ page, context, request }) => {
  const quest = await createQuest(request, ownQuest("Slow line"));
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await page.goto(dataOf(quest.id));
  const [first, second] = trees as [Tree, Tree];
  // About 15 s on this connection.
  const [large, small] = [await photoOf(first, 2400), await photoOf(second)];
  await expect(page.getByRole("button", { name: "Add Data Point" })).toBeEnabled();
  const line = await slowDown(context, page);
  await measure(page, first, large);
  await expect(page.getByRole("list", { name: "On this phone" })).toContainText("Sending");
  await measure(page, second, small);
  const waiting = page.getByRole("list", { name: "On this phone" }).getByRole("listitem");
  await expect(waiting).toHaveCount(2);
  await expect(waiting.filter({ hasText: "Sending" })).toHaveCount(1);
  await line.free();
  await expect(waiting).toHaveCount(0, { timeout: 30_000 });
  expect((await arrived(page, request, quest.id)).sort(byCircumference)).toEqual([
    asMeasured(first, large),
    asMeasured(second, small),
  ]);
});

test("each data point arrives once over a line that loses, corrupts and fails, with an expired sign-in", async ({
  page,
  request,
}) => {
  const quest = await createQuest(request, ownQuest("Lying line"));
  await signIn(page, "bob");
  await joinQuest(request, "bob", quest.id);
  await page.goto(dataOf(quest.id));
  const photos = await Promise.all(trees.map((tree) => photoOf(tree)));
  await expect(page.getByRole("button", { name: "Add Data Point" })).toBeEnabled();
  const line = lieOn(page, `**/api/adventurers/bob/quests/${quest.id}/data/uploads*`);
  for (const [index, tree] of trees.entries()) await measure(page, tree, photos[index] as Buffer);
  const sendNow = async () => {
    // Its row may have changed by then.
    const button = page.getByRole("button", { name: "Send now" }).first();
    if (await button.isVisible()) await button.click({ timeout: 1_000 }).catch(() => undefined);
  };
  await page.goto("/outbox");
  await expect
    .poll(
      async () => {
        await sendNow();
        return (await arrived(page, request, quest.id)).length;
      },
      { timeout: 45_000, intervals: [300] },
    )
    .toBe(3);
  await expect
    .poll(
      async () => {
        await sendNow();
        return page
          .getByRole("banner")
          .getByRole("link", { name: /waiting/ })
          .count();
      },
      { timeout: 45_000, intervals: [300] },
    )
    .toBe(0);
  expect((await arrived(page, request, quest.id)).sort(byCircumference)).toEqual(
    trees.map((tree, index) => asMeasured(tree, photos[index] as Buffer)),
  );
  // Every fault happened.
  expect([...line.met].sort()).toEqual(["answers 500", "loses the answer", "loses the request", "signed out"]);
});

/** 50 kbit/s in both directions, with 400 ms latency each. */
async function slowDown(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  const bytesPerSecond = 50_000 / 8;
  await session.send("Network.enable");
  const emulate = (throughput: number, latency: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
  await emulate(bytesPerSecond, 400);
  return { free: () => emulate(-1, 0) };
}

/** Each upload meets the next of these faults, in a fixed order; the connection is good from the fifth on. */
function lieOn(page: Page, address: string) {
  const order = ["loses the request", "loses the answer", "answers 500", "signed out"] as const;
  const met = new Set<string>();
  let count = 0;
  const ways: Record<(typeof order)[number], (route: Route) => Promise<unknown>> = {
    "loses the request": (route) => route.abort("connectionreset"),
    // By then the server has stored it.
    "loses the answer": async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    "answers 500": (route) => route.fulfill({ status: 500, json: { code: "internal_error", detail: "No." } }),
    "signed out": (route) => route.fulfill({ status: 401, json: { code: "token_expired", detail: "No." } }),
  };
  void page.route(address, async (route) => {
    const way = order[count];
    count += 1;
    if (way === undefined) return route.continue();
    met.add(way);
    await ways[way](route);
  });
  return { met };
}
