import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { makePhoto } from "../test/make-photo.ts";
import { accessTokenOf, expect, expectSignedIn, makeNewcomer, readMailedCode, test } from "./harness.ts";
import { collectAnswers, wordsOf } from "./plain-english.ts";
import { expectNoEnglish, saidIn, textsIn } from "./said-in.ts";
import { appIsKept } from "./service-worker.ts";

/** In English, or as the demo has it in other languages. */
const quest = /Bark and Girth|Blue Ridge|بلو ريدج/;

const photo = async () => ({
  name: "tree.jpg",
  mimeType: "image/jpeg",
  buffer: await makePhoto({ uniqueSeed: `language ${Math.random()}` }),
});

async function findMail(email: string): Promise<string> {
  const outbox = join(process.env.CAIRN_E2E_DATA ?? "", "outbox");
  for (const file of (await readdir(outbox)).sort().reverse()) {
    const mail = await readFile(join(outbox, file), "utf8");
    if (mail.includes(email)) return mail;
  }
  throw new Error(`No email to ${email}`);
}

const chooser = (page: Page) => page.getByRole("contentinfo").getByRole("combobox");

/** Weights of the Arabic font that the app keeps. */
const keptFonts = (page: Page) =>
  page.evaluate(async () => {
    const urls = (await (await caches.open("cairn-used-assets")).keys()).map(({ url }) => url);
    return urls.flatMap((url) => /arabic-letters-(\d+)-/.exec(url)?.[1] ?? []).sort();
  });

const fontsInUse = (page: Page) =>
  page.evaluate(
    () => [...document.fonts].filter(({ family, status }) => /Arabic/.test(family) && status === "loaded").length,
  );

for (const { code, locale, isChosen, direction, fonts, ownQuests, translatedBy } of [
  {
    code: "ar",
    locale: "ar-EG",
    isChosen: false,
    direction: "rtl",
    fonts: ["400", "600"],
    ownQuests: "مهامي",
    translatedBy: "safari" as const,
  },
  {
    code: "de",
    locale: "en-US",
    isChosen: true,
    direction: "ltr",
    fonts: [],
    ownQuests: "Meine Missionen",
    translatedBy: undefined,
  },
]) {
  test.describe(code, () => {
    test.use({ locale, serviceWorkers: "allow", translatedBy });

    const origin = isChosen ? "chosen in its own name" : "the browser's language";
    test(`a volunteer signs up, measures and answers a reviewer in ${code} (${origin}), without a signal too`, async ({
      page,
      context,
      request,
    }) => {
      test.slow();
      const say = saidIn(code);
      const { t } = textsIn(code);
      const answers = collectAnswers(page);
      const newcomer = makeNewcomer();
      const own = async () => new Set([...wordsOf(await answers()), newcomer.username, newcomer.email.toLowerCase()]);
      const expectTranslated = async () => {
        await expect(page.locator("html")).toHaveAttribute("lang", code);
        await expect(page.locator("html")).toHaveAttribute("dir", direction);
        await expectNoEnglish(page, code, await own());
      };

      await test.step("finds a quest", async () => {
        await page.goto("/?language=xx");
        expect(new URL(page.url()).search).toBe("");
        if (isChosen) {
          await expect(page.locator("html")).toHaveAttribute("lang", "en");
          await chooser(page).selectOption({ label: "Deutsch" });
        }
        await expectTranslated();
        await page.getByRole("searchbox").fill("blue ridge");
        await page.getByRole("link", { name: quest }).first().click();
        await page.getByRole("link", { name: say("Sign up to go on an adventure!") }).waitFor();
        await expectTranslated();
        // From here on, what a page loads is kept.
        await appIsKept(page);
      });

      await test.step("signs up with the code of an email", async () => {
        await page.getByRole("link", { name: say("Sign up to go on an adventure!") }).click();
        await page.locator('input[name="username"]').fill(newcomer.username);
        await expectTranslated();
        await page.locator('input[name="email"]').fill(newcomer.email);
        await page.locator('input[name="password"]').fill(newcomer.password);
        await page.getByRole("button", { name: say("Create account") }).click();
        await page.getByLabel(say("Confirmation code")).fill(await readMailedCode(newcomer.email));
        await expectTranslated();
        const greeting = t("mails.security.greeting", { username: newcomer.username });
        expect(await findMail(newcomer.email)).toContain(greeting);
        await page.getByRole("button", { name: say("Confirm") }).click();
        await expectSignedIn(page);
      });

      await test.step("measures, without a signal", async () => {
        await page.locator('input[name="file"]').waitFor({ state: "attached" });
        await expectTranslated();
        // All texts are here.
        await expect
          .poll(() => page.evaluate(async () => (await (await caches.open("cairn-texts")).keys()).length), {
            timeout: 60_000,
          })
          .toBeGreaterThan(40);
        const devTools = await context.newCDPSession(page);
        const { data: manifest = "{}" } = await devTools.send("Page.getAppManifest");
        expect(JSON.parse(manifest)).toMatchObject({ lang: code, shortcuts: [{}, { name: ownQuests }, {}] });
        await expect.poll(() => keptFonts(page)).toEqual(fonts);
        await context.setOffline(true);
        await chooser(page).selectOption("fr");
        await expect(page.getByRole("dialog")).toContainText("Français");
        await page.reload();
        await expect.poll(() => fontsInUse(page)).toBe(fonts.length);
        await page.locator('input[name="file"]').setInputFiles(await photo());
        await page.locator('input[inputmode="decimal"]').first().fill("187.5");
        await page.getByRole("button", { name: say("Add Data Point") }).click();
        await expect(page.getByText(say("Saved on this phone")).first()).toBeVisible();
        await expectTranslated();
        await context.setOffline(false);
        await expect(page.getByText("187").first()).toBeVisible();
      });

      let id = "";
      await test.step("a reviewer asks for a change", async () => {
        const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}`;
        const listed = async () => {
          const path = `/api/adventurers/${newcomer.username}/contributions`;
          const points = await (await request.get(path, { headers: { authorization } })).json();
          id = points[0]?.id ?? "";
          return id;
        };
        await expect.poll(listed, { timeout: 30_000 }).not.toBe("");
        const review = { decision: "change_requested", comment: "?" };
        const headers = { authorization: `Bearer ${await accessTokenOf("admin")}` };
        const answer = await request.put(`/api/quest_data/${id}/review`, { data: review, headers });
        expect(answer.status()).toBe(200);
      });

      await test.step("sees it, and answers", async () => {
        await page.goto("/contributions");
        await page.getByRole("main").getByRole("listitem").first().waitFor();
        await expectTranslated();
        await page.locator(`a[href="/contributions/${id}"]`).click();
        await page.locator('input[name="file"]').setInputFiles(await photo());
        await page.getByRole("button", { name: say("Send answer") }).click();
        await expect(page.getByText(say("Sent. The reviewer has your answer."))).toBeVisible({ timeout: 30_000 });
        await expectTranslated();
      });

      await test.step("the account has the language, for emails", async () => {
        const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem("jwt"))}`;
        const answer = await request.get(`/api/adventurers/${newcomer.username}/language`, {
          headers: { authorization },
        });
        expect(await answer.json()).toEqual({ language: code });
      });
    });
  });
}
