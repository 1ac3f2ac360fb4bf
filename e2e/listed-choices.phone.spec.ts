// biome-ignore-all lint/suspicious/noTemplateCurlyInString: filters refer to answers with them
import { makePhoto } from "../test/make-photo.ts";
import { expect, signIn, test } from "./harness.ts";
import { createList, createPicture, createQuest, createSound, joinQuest } from "./protocol-quests.ts";
import { appIsKept } from "./service-worker.ts";

test.use({ serviceWorkers: "allow" });

/** The most species that a list can have, one of them with an accent. */
const species = [
  "taxonID,scientificName,taxonRank,vernacularName,synonyms,region",
  "gbif:1,Turdus merula,species,Blackbird,Merle noir|Amsel,north",
  "gbif:2,Erithacus rubecula,species,Robin,,south",
  "gbif:3,Pica pica,species,Pie bavarde à bec,,north",
  ...Array.from({ length: 49_997 }, (_each, index) => `x:${index},Genus epithet${index},species,Bird ${index},,north`),
].join("\n");

const option = (value: string, label: string, attributes?: Record<string, string>) => ({
  value,
  label,
  ...(attributes && { attributes }),
});

test("lists, pictures and sounds are there without a signal, of a saved quest and of an opened form", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const { id } = await createList(request, "birds.csv", species);
  const birds = await createQuest(request, {
    name: `Birds ${Date.now()}`,
    protocol: {
      photo: { required: false },
      fields: [
        {
          key: "region",
          kind: "choice",
          label: "Region",
          options: [option("north", "North"), option("south", "South")],
        },
        {
          key: "village",
          kind: "choice",
          label: "Village",
          filter: "region = ${region}",
          options: [
            option("aby", "Aby", { region: "north" }),
            option("ulm", "Ulm", { region: "north" }),
            option("bly", "Bly", { region: "south" }),
          ],
        },
        { key: "bird", kind: "choice", label: "Bird", list: { id, filter: "region = ${region}" } },
      ],
    },
  });
  const questWith = async (alt: string) => {
    const { id } = await createPicture(request, await makePhoto({ uniqueSeed: alt, width: 320, height: 240 }));
    const { id: sound } = await createSound(request, 60);
    const options = [{ ...option("round", "Round"), picture: { id, alt: `${alt}, closer` } }, option("other", "Other")];
    const quest = await createQuest(request, {
      name: `${alt} ${Date.now()}`,
      protocol: {
        photo: { required: false },
        fields: [
          {
            key: "leaf",
            kind: "choice",
            label: "Leaf",
            picture: { id, alt },
            sound: { id: sound, alt: "A rustle" },
            options,
          },
        ],
      },
    });
    await joinQuest(request, "bob", quest.id);
    return quest.id;
  };
  const saved = await questWith("A saved leaf");
  const opened = await questWith("An opened leaf");
  const isDrawn = (alt: string) =>
    expect
      .poll(() => page.getByAltText(alt, { exact: true }).evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(320);

  await joinQuest(request, "bob", birds.id);
  await signIn(page, "bob");
  await page.goto(`/quests/${saved}`);
  await page.getByRole("button", { name: "Save for offline use" }).click();
  await expect(page.getByRole("button", { name: "Remove from this phone" })).toBeVisible();
  await page.goto(`/quests/${opened}/data`);
  await isDrawn("An opened leaf");
  await page.goto(`/quests/${birds.id}/data`);
  const bird = page.getByRole("combobox", { name: "Bird" });
  await expect(bird).toBeVisible();
  await expect(bird).toHaveAttribute("placeholder", /Search/);
  await expect(page.getByText("Loading the list…")).toHaveCount(0, { timeout: 30_000 });
  await appIsKept(page);

  const browser = await context.newCDPSession(page);
  await browser.send("Network.clearBrowserCache");
  await context.setOffline(true);
  await page.reload();
  await test.step("a cascade, and a search among 50,000 species", async () => {
    await page.getByRole("radio", { name: "South" }).check();
    await expect(page.getByRole("radio", { name: "Aby" })).toHaveCount(0);
    await page.getByRole("radio", { name: "Bly" }).check();
    await bird.fill("merle");
    await expect(page.getByText("No matches. Try another word.")).toBeVisible();
    await page.getByRole("button", { name: "Region South" }).click();
    await page.getByRole("radio", { name: "North" }).check();
    await expect(page.getByRole("radio", { name: "Bly" })).toHaveCount(0);
    await page.getByRole("radio", { name: "Ulm" }).check();

    await bird.fill("PIE BAVARDE a b");
    await expect(page.getByRole("option", { name: /Pie bavarde à bec/ })).toBeVisible();
    await bird.fill("amsel");
    const blackbird = page.getByRole("option", { name: "Blackbird Turdus merula · species" });
    await expect(blackbird).toBeVisible();
    await blackbird.click();
    await expect(page.getByRole("button", { name: "Remove Blackbird" })).toBeVisible();

    await page.getByRole("button", { name: "Region North" }).click();
    await page.getByRole("radio", { name: "South" }).check();
    await expect(page.getByText("Blackbird was removed, because it doesn't fit the other answers")).toBeVisible();
  });
  await test.step("pictures and sounds", async () => {
    await page.goto(`/quests/${opened}/data`);
    await isDrawn("An opened leaf");
    await page.goto(`/quests/${saved}/data`);
    await isDrawn("A saved leaf");
    await isDrawn("A saved leaf, closer");
    await page.getByRole("button", { name: "Play: A rustle" }).click();
    await page.getByRole("button", { name: "Pause: A rustle" }).click();
    await expect(page.getByRole("button", { name: "Play: A rustle" })).toBeVisible();
    await expect(page.getByRole("radio", { name: "Round A saved leaf, closer" })).toBeVisible();
  });
});
