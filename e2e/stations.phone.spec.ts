import { accessTokenOf, expect, test } from "./harness.ts";
import { findSmallTargets, measureLayout } from "./layout.ts";
import { createQuest } from "./protocol-quests.ts";

const here = { latitude: -41.4332, longitude: 147.1441, accuracy: 6 };
test.use({ as: "bob", permissions: ["geolocation"], geolocation: here });

const protocol = {
  fields: [{ key: "level", kind: "number" as const, label: "Water level", unit: "cm", required: true }],
  photo: { required: false },
  spacing_meters: 30,
};

const viewport = { width: 360, height: 640 };
test.use({ viewport });

test("[CALL-72] [CALL-73] a station is chosen and measured offline, and arrives with its data point", async ({
  page,
  context,
  request,
}) => {
  const quest = await createQuest(request, { name: `Gauges ${Date.now()}`, protocol });
  const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const csv = [
    "code,name,latitude,longitude,description",
    "G-1,Upper bridge,-41.4332,147.1441,Left bank",
    "G-2,Mill weir,-41.4350,147.1441,",
    "G-3,Old ford,-41.4500,147.1441,",
  ].join("\n");
  const sent = await request.post(`/api/quests/${quest.id}/stations/file`, {
    headers,
    multipart: { file: { name: "stations.csv", mimeType: "text/csv", buffer: Buffer.from(csv) } },
  });
  expect(sent.status(), await sent.text()).toBe(200);

  await test.step("joining takes the stations along", async () => {
    await page.goto(`/quests/${quest.id}`);
    await page.getByRole("button", { name: "Apply to Quest" }).click();
    await page.getByRole("button", { name: "Yes, sign me up!" }).click();
    await page.getByRole("link", { name: "Submit Data" }).click();
  });
  await test.step("a station that is near is chosen by one tap or not at all", async () => {
    await expect(page.getByText("A station is near, but not chosen yet:")).toBeVisible();
    await expect(page.getByText(/^This data point belongs to/)).toHaveCount(0);
    await page.getByRole("button", { name: "Choose G-1 · Upper bridge" }).click();
    await expect(page.getByText("This data point belongs to G-1 · Upper bridge.")).toBeVisible();
    await expect(page.getByText(/^A station is near/)).toHaveCount(0);
    await page.getByRole("button", { name: "No station" }).click();
    await expect(page.getByText("A station is near, but not chosen yet:")).toBeVisible();
    await page.getByRole("link", { name: quest.quest_name }).click();
    await expect(page.getByText("3 of 3 stations still to measure")).toBeVisible();
    await expect(page.getByText(/^Saved on this phone/)).toBeVisible({ timeout: 20_000 });
  });

  await context.setOffline(true);
  await test.step("nearest first, with distance and direction", async () => {
    await page.getByText("3 of 3 stations still to measure").click();
    await expect(page.getByText("200 m to the south")).toBeVisible();
    const names = page.getByRole("region", { name: "Stations" }).getByRole("link");
    await expect(names).toHaveText(["G-1 · Upper bridge", "G-2 · Mill weir", "G-3 · Old ford"]);
    expect((await page.evaluate(measureLayout)).wide).toBeLessThanOrEqual(viewport.width);
    await names.nth(1).click();
  });
  await test.step("a position far from the station is asked about, never forbidden", async () => {
    await expect(page.getByText("This data point belongs to G-2 · Mill weir.")).toBeVisible();
    await expect(page.getByText(/^The position is 200 m from this station/)).toBeVisible();
    await page.getByRole("button", { name: "Change station" }).click();
    await page.getByRole("button", { name: "G-1 · Upper bridge" }).click();
    await expect(page.getByText("This data point belongs to G-1 · Upper bridge.")).toBeVisible();
    await expect(page.getByText(/^The position is/)).toHaveCount(0);
    expect(await findSmallTargets(page)).toEqual([]);
  });
  await test.step("measured without a signal, it counts at once", async () => {
    await page.getByLabel("Water level").fill("42");
    await page.getByRole("button", { name: "Add Data Point" }).click();
    await expect(page.getByText("Saved on this phone").first()).toBeVisible();
    await page.getByRole("button", { name: "Choose a station" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Upper bridge" })).toContainText("measured on");
  });
  await context.setOffline(false);
  await test.step("it arrives with its station", async () => {
    const stations = async () => {
      const answer = await request.get(`/api/quests/${quest.id}/stations`, { headers });
      const { stations: all } = (await answer.json()) as { stations: { code: string; data_point_count: number }[] };
      return all.map(({ code, data_point_count }) => `${code} ${data_point_count}`);
    };
    await expect.poll(stations, { timeout: 30_000 }).toEqual(["G-1 1", "G-2 0", "G-3 0"]);
  });
});
