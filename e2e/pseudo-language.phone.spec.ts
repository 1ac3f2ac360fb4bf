import type { Page } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";
import { languageCookie, pseudoLanguage } from "../src/texts/languages.ts";
import { expect, test } from "./harness.ts";
import { collectAnswers, findClipped, findPlainEnglish, readInPseudo } from "./plain-english.ts";
import { screens } from "./screens.ts";

/** Screens whose texts are still in the code. */
const waiting = /^(sign-|data|profile|gps-test|plant-id|admin-(?!not-authorized|refused))/;

/** Every sentence comes from the texts, and every layout holds when they are longer and run from right to left. */
async function expectTranslated(page: Page, answers: () => Promise<Set<string>>): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", pseudoLanguage.code);
  // What came just now is rendered a moment later.
  await expect.poll(async () => findPlainEnglish(page, await answers()), { message: "plain English" }).toEqual([]);
  expect(await findClipped(page), "controls that are cut off").toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "nothing makes the page scroll sideways").toBeLessThanOrEqual(390);
}

for (const screen of screens.filter(({ name }) => !waiting.test(name))) {
  test.describe(screen.name, () => {
    if (screen.as) test.use({ as: screen.as });

    test(`${screen.name} in the pseudo-language`, async ({ page, request, baseURL, context }) => {
      await context.addCookies([{ name: languageCookie, value: pseudoLanguage.code, url: baseURL ?? "" }]);
      const answers = collectAnswers(page);
      const quests: Quest[] = await (await request.get("/api/quests")).json();
      const quest = quests.find(({ quest_name: name }) => screen.quest && name.includes(screen.quest));
      await screen.arrange?.(page);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(screen.path.replace("{id}", String(quest?.id)));
      await screen.act?.(readInPseudo(page));
      await expectTranslated(page, answers);
    });
  });
}
