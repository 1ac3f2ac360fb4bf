import { accessTokenOf, expect, test } from "./harness.ts";
import { createQuest, joinQuest } from "./protocol-quests.ts";

test.use({ as: "admin" });

const protocol = {
  fields: [{ key: "level", kind: "number" as const, label: "Water level", unit: "cm", required: true }],
  photo: { required: false },
};

test("[CALL-72] [CALL-74] a coordinator adds stations one by one and by file, and sees one over time", async ({
  page,
  request,
}) => {
  const quest = await createQuest(request, {
    name: `Station desk ${Date.now()}`,
    protocol,
    results: { visibility: "public", positions: "exact" },
  });
  await page.goto(`/admin_dashboard/quests/${quest.id}/stations`);
  await page.getByRole("button", { name: "Add a station" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code").fill("G-1");
  await dialog.getByLabel("Name").fill("Upper bridge");
  await dialog.getByLabel("Latitude").fill("-95");
  await dialog.getByLabel("Longitude").fill("147.1441");
  await dialog.getByRole("button", { name: "Save station" }).click();
  await expect(dialog.getByLabel("Latitude")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Latitude").fill("-41.4332");
  await dialog.getByRole("button", { name: "Save station" }).click();
  await expect(page.getByRole("rowheader", { name: "G-1" })).toBeVisible();

  const choose = async (csv: string) =>
    page
      .getByLabel("Add or change stations from a CSV file")
      .setInputFiles({ name: "stations.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await choose("code,name,latitude,longitude\nG-2,Mill weir,-41.43,247\n");
  await expect(page.getByText(/^line 2, longitude:/)).toBeVisible();
  await choose("code,name,latitude,longitude\nG-2,Mill weir,-41.43,147\n");
  await expect(page.getByText("1 added, 0 changed, 0 unchanged.")).toBeVisible();
  await page.getByLabel("Due again after days").fill("30");
  await page.getByRole("button", { name: "Save interval" }).click();

  await joinQuest(request, "alice", quest.id);
  const admin = { authorization: `Bearer ${await accessTokenOf("admin")}` };
  const alice = { authorization: `Bearer ${await accessTokenOf("alice")}` };
  const all = await (await request.get(`/api/quests/${quest.id}/stations`, { headers: admin })).json();
  expect(all.repeat_days).toBe(30);
  for (const [day, level] of [
    ["01", 40],
    ["15", 55],
    ["29", 48],
  ] as const) {
    const sent = await request.post(`/api/adventurers/alice/quests/${quest.id}/data/uploads?data_type=image`, {
      headers: alice,
      multipart: {
        latitude: "-41.4332",
        longitude: "147.1441",
        measurements: JSON.stringify({ level }),
        protocol_version: "1",
        captured_at: `2026-05-${day}T10:00:00Z`,
        station_id: String(all.stations[0].id),
      },
    });
    expect(sent.status(), await sent.text()).toBe(201);
    const { id } = await sent.json();
    await request.put(`/api/quest_data/${id}/review`, { headers: admin, data: { decision: "accepted" } });
  }
  await page.reload();
  await expect(page.getByRole("row", { name: /G-1/ })).toContainText("3");
  await page.getByRole("button", { name: "Over time: G-1 · Upper bridge" }).click();
  const words = /^Water level: 3 values from .+ to .+, between 40.cm and 55.cm\.$/;
  await expect(dialog.getByRole("img", { name: words })).toBeVisible();

  await page.goto(`/quests/${quest.id}/results`);
  const region = page.getByRole("region", { name: "Stations over time" });
  await expect(region.getByRole("img", { name: words })).toBeVisible();
  await region.getByRole("button", { name: /^Show/ }).click();
  await expect(region.getByRole("table")).toContainText("55");
});
