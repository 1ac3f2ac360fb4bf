import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { mappedPlace } from "./cairn-server.ts";
import { expect, test } from "./harness.ts";
import { findSmallTargets } from "./layout.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";
import { appIsKept } from "./service-worker.ts";

const standing = { latitude: 38.51834, longitude: -45.43701, accuracy: 7 };
test.use({ as: "bob", geolocation: standing });

/** The phone's top points there, from north. */
const turnPhone = (page: Page, degrees: number) =>
  page.evaluate((alpha) => {
    const event = new DeviceOrientationEvent("deviceorientationabsolute", {
      absolute: true,
      alpha,
      beta: 20,
      gamma: 0,
    });
    window.dispatchEvent(event);
  }, 360 - degrees);

const walk = (context: BrowserContext, [latitude, longitude]: [number, number]) =>
  context.setGeolocation({ latitude, longitude, accuracy: 5 });

/** The address of a quest that bob has joined. */
async function createMappedQuest(request: APIRequestContext): Promise<string> {
  const place = { address_line1: "Skyline Drive, Big Meadows", locality: "Luray", administrative_area: "Virginia" };
  const { id } = await createQuest(request, {
    name: `Mapped ${randomUUID()}`,
    locations: [
      {
        ...place,
        postal_code: "22835",
        country: "United States",
        coordinates: [mappedPlace.latitude, mappedPlace.longitude],
      },
    ],
  });
  await joinQuest(request, "bob", id);
  return `/quests/${id}`;
}

const keptTiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("cairn-maps");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("tiles").objectStore("tiles").count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

/** Colours in the drawn tiles: land alone would be one. */
const coloursOnMap = (page: Page) =>
  page.evaluate(() => {
    const colours = new Set<number>();
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>("canvas[data-kept-tile]")) {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      for (let at = 0; at < data.length; at += 4) {
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      }
    }
    return [0x8fc1e0, 0xbcd7a8, 0xffffff].every((colour) => colours.has(colour));
  });

/** The list below the map shows what it has besides the nearest place. */
const pullUp = (page: Page) => page.getByRole("button", { name: /^Places/, expanded: false }).click();

/** Nothing is left of the page to be scrolled, and the list lies below the map, whose sources stay in sight. */
async function expectWholeScreen(page: Page): Promise<void> {
  const measure = () =>
    page.evaluate(() => {
      const box = (of: string) => document.querySelector(of)?.getBoundingClientRect() ?? new DOMRect();
      const [map, sources, list] = [box("[data-map]"), box(".pigeon-attribution"), box("section:has(> #field-places)")];
      const scrolled = document.documentElement.scrollHeight - innerHeight;
      const here = box("[data-map] [role=img]");
      return {
        left: map.left,
        right: innerWidth - map.right,
        end: innerHeight - list.bottom,
        scrolled,
        sources: sources.bottom <= list.top + 1,
        here: here.height > 0 && here.bottom <= list.top && here.top >= map.top,
      };
    });
  await expect.poll(measure).toEqual({ left: 0, right: 0, end: 0, scrolled: 0, sources: true, here: true });
}

test.describe("with the app on the phone", () => {
  test.use({ serviceWorkers: "allow" });

  test("[CALL-71] a quest's map is saved after its size was told, and shows the way without a signal", async ({
    page,
    context,
    request,
  }) => {
    const quest = await createMappedQuest(request);
    await page.goto(quest);
    await test.step("the size is told before, and the map is saved", async () => {
      await expect(page.getByText(/with a map of the area \(\d+ kB\)/)).toBeVisible();
      await page.getByRole("button", { name: "Save for offline use" }).click();
      await expect(page.getByRole("button", { name: "Save again" })).toBeVisible({ timeout: 60_000 });
      await expect.poll(() => keptTiles(page)).toBeGreaterThan(50);
      await appIsKept(page);
    });

    await context.setOffline(true);
    await page.close();
    const cold = await context.newPage();
    await test.step("cut off, the map shows woods, water and roads around one's position", async () => {
      await cold.goto(quest);
      await cold.getByRole("link", { name: "Field map" }).click();
      await expect(cold.getByText("Your position is known to ± 7 m.")).toBeVisible();
      await cold.getByRole("button", { name: "Show my position" }).click();
      await expect(cold.getByRole("img", { name: "Your position" })).toBeVisible();
      await expect(cold.getByText("© The testers of the map")).toBeVisible();
      await expect.poll(() => coloursOnMap(cold)).toBe(true);
      expect(await findSmallTargets(cold)).toEqual([]);
      await expectWholeScreen(cold);
      const map = cold.getByRole("region", { name: "Map of the quest's places" });
      await map.press("ArrowUp");
      await map.press("ArrowUp");
      await pullUp(cold);
      await expect(cold.getByRole("checkbox", { name: "Record my way" })).toBeVisible();
      expect(await findSmallTargets(cold)).toEqual([]);
      await expectWholeScreen(cold);
    });
    await test.step("the way to a place: in words, then by an arrow that turns with the phone", async () => {
      await cold.getByRole("button", { name: "Walk me there: Skyline Drive, Big Meadows, Luray" }).click();
      const way = cold.getByRole("region", { name: "To Skyline Drive, Big Meadows, Luray" });
      await expect(way.getByText("65 m")).toBeVisible();
      await expect(way.getByText("south-east, 125° from north")).toBeVisible();
      await expect(way.getByText("The arrow points there when north is at the top.")).toBeVisible();
      const arrow = way.locator("[data-arrow]");
      // The icon points to the north-east.
      await expect(arrow).toHaveAttribute("style", "transform: rotate(80deg);");
      await turnPhone(cold, 90);
      await expect(way.getByText("The arrow turns with your phone: walk where it points.")).toBeVisible();
      await expect(arrow).toHaveAttribute("style", "transform: rotate(350deg);");
    });
    await test.step("one's own way is recorded after it is switched on, and drawn", async () => {
      await expect(cold.locator("[data-kind=track]")).toHaveCount(0);
      await pullUp(cold);
      await cold.getByRole("checkbox", { name: "Record my way" }).check();
      await walk(context, [38.51828, -45.4369]);
      await expect(cold.getByText(/^Recording your way: /)).toBeVisible();
      await walk(context, [38.51818, -45.43665]);
      await expect(cold.getByText(/^Recording your way: 2\d m$/)).toBeVisible();
      await expect(cold.locator("[data-kind=track]")).toHaveCount(1);
    });
    await test.step("arrived", async () => {
      await walk(context, [38.518, -45.43645]);
      await expect(cold.getByText("You're there.")).toBeVisible();
      await cold.getByRole("link", { name: "Add a data point" }).click();
      await expect(cold.getByRole("heading", { name: "Upload New Data Point" })).toBeVisible();
    });
    await test.step("the way stays on the phone until it is deleted", async () => {
      await cold.goto(`${quest}/map`);
      await expect(cold.getByText(/^Your way on this phone: \d+ m$/)).toBeVisible();
      await pullUp(cold);
      await expect(cold.getByRole("checkbox", { name: "Record my way" })).not.toBeChecked();
      await cold.getByRole("button", { name: "Delete my way" }).click();
      await expect(cold.getByText(/^Your way on this phone/)).toBeHidden();
      await cold.reload();
      await expect(cold.getByText(/^Your position is known/)).toBeVisible();
      await expect(cold.locator("[data-kind=track]")).toHaveCount(0);
    });
    await test.step("the map goes with the quest", async () => {
      await pullUp(cold);
      await cold.getByRole("button", { name: "Remove from this phone" }).click();
      await expect.poll(() => keptTiles(cold)).toBe(0);
      await expect(cold.locator("canvas[data-kept-tile]")).toHaveCount(0);
      await expect(cold.locator("[data-map] canvas").first()).toBeVisible();
    });
  });
});

test("[CALL-71] the places show without a position, and why; without storage, WebGL and motion, the map is the usual one", async ({
  page,
  context,
  request,
}) => {
  await context.clearPermissions();
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = new Proxy(HTMLCanvasElement.prototype.getContext, {
      apply: (get, canvas, [kind, ...rest]) => (kind === "2d" ? Reflect.apply(get, canvas, [kind, ...rest]) : null),
    });
    Object.defineProperty(window, "DeviceOrientationEvent", { value: undefined });
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name === "cairn-maps") throw new DOMException("No storage here.", "SecurityError");
      return open.call(this, name, version);
    };
  });
  const quest = await createMappedQuest(request);
  await page.goto(`${quest}/data`);
  await page.getByRole("link", { name: "Field map" }).click();
  const walkThere = page.getByRole("button", { name: "Walk me there: Skyline Drive, Big Meadows, Luray" });
  await expect(page.getByText(/^Cairn may not see your position\./)).toBeVisible();
  await walkThere.click();
  await expect(page.getByText("The distance shows as soon as your position is known.")).toBeVisible();

  await context.grantPermissions(["geolocation"]);
  await page.reload();
  await expect(page.getByText("Your position is known to ± 7 m.")).toBeVisible();
  await expect(page.locator("[data-map] canvas").first()).toBeVisible();
  await walkThere.click();
  await expect(page.getByText("south-east, 125° from north")).toBeVisible();
  await context.setGeolocation({ latitude: 41.5, longitude: -45.43701, accuracy: 7 });
  await expect(page.getByText("332 km away, too far to walk. The arrow shows within 20 km.")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("The nearest place is 332 km away.")).toBeVisible();
  await expect(walkThere).toBeHidden();
  await page.getByRole("button", { name: "Show on map: Skyline Drive, Big Meadows, Luray" }).click();
  await expect(page.getByRole("region", { name: "To Skyline Drive, Big Meadows, Luray" })).toBeVisible();
  await expect(page.getByText("This browser can't store your way. This may be a private window.")).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(`${quest}/data`);
});
