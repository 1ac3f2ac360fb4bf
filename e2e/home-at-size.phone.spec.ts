import { expect, test } from "./harness.ts";

test("Home with hundreds of quests stays a small page: few nodes, and only the covers near the window", async ({
  page,
}) => {
  const [example] = await (await page.request.get("/api/quests?limit=1")).json();
  const quests = Array.from({ length: 400 }, (_, index) => ({
    ...example,
    id: 100_000 + index,
    quest_name: `Moss number ${index}`,
    quest_image: `/api/covers/00000000-0000-4000-8000-${String(index).padStart(12, "0")}?signature=none`,
  }));
  const covers = new Set<string>();
  await page.route("**/api/covers/**", (route) => {
    covers.add(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 404 });
  });
  await page.route("**/api/quests?**", (route) => {
    const at = new URL(route.request().url());
    const from = Number(at.searchParams.get("after") ?? 0);
    const next = from + Number(at.searchParams.get("limit"));
    const link = next < quests.length ? { link: `</api/quests?limit=24&after=${next}>; rel="next"` } : undefined;
    return route.fulfill({ json: quests.slice(from, next), ...(link && { headers: link }) });
  });
  // A large map has room for this many markers.
  await page.route("**/api/quests/clusters?**", (route) =>
    route.fulfill({
      json: Array.from({ length: 250 }, (_, index) => ({
        ...{ id: index + 1, quest_name: `Moss number ${index}`, quest_type: "AIR" },
        coordinates: [((index * 37) % 150) - 70, ((index * 61) % 340) - 170],
      })),
    }),
  );
  await page.goto("/");
  const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
  const cards = page.getByRole("region", { name: "Quests", exact: true }).getByRole("article");
  await expect(cards).toHaveCount(24);
  expect(covers.size).toBeLessThan(24);
  expect(await nodes()).toBeLessThan(2_000);
  await page.getByRole("button", { name: "Show more quests" }).click();
  await expect(cards).toHaveCount(48);
  expect(await nodes()).toBeLessThan(5_000);
  await page.getByRole("button", { name: "Map", exact: true }).click();
  const map = page.getByRole("region", { name: "Map of quests" });
  await expect(map.getByRole("button", { name: /Moss number/ }).first()).toBeVisible();
  expect(await nodes()).toBeLessThan(5_000);
});
