import type { BrowserContext, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { languageCookie, pseudoLanguage } from "../src/texts/languages.ts";
import { expect, expectAccessible, expectContrast, expectSignedIn, makeNewcomer, readMailedCode } from "./harness.ts";
import { hostedScreens } from "./hosted-screens.ts";
import { test } from "./kept-page.ts";
import { expectLargeTextFits } from "./large-text.ts";
import { expectFitsWindow, findSmallLetters, findSplitSentences } from "./layout.ts";
import { expectNamesAreLeft } from "./left-by-translators.ts";
import { expectOtherLanguagesFit } from "./other-languages.ts";
import { expectLongWordsFit, expectSeenInHighContrast } from "./other-looks.ts";
import {
  type Answers,
  collectAnswers,
  expectEnglishIsSeen,
  findClipped,
  findPlainEnglish,
  readInPseudo,
  wordsOf,
} from "./plain-english.ts";
import { addressOf, screens } from "./screens.ts";

/** Checks that every sentence comes from the texts, and that layouts work with longer, right-to-left text. */
async function expectTranslated(page: Page, answers: () => Promise<Answers>): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", pseudoLanguage.code);
  // New content renders a moment later.
  await expect
    .poll(async () => findPlainEnglish(page, wordsOf(await answers())), { message: "plain English" })
    .toEqual([]);
  await expectEnglishIsSeen(page, wordsOf(await answers()));
  await expectNamesAreLeft(page, await answers());
  expect(await findClipped(page), "controls that are cut off").toEqual([]);
  expect(await findSplitSentences(page), "sentences in pieces").toEqual([]);
  await expectFitsWindow(page);
}

const speakPseudo = (context: BrowserContext, url = "") =>
  context.addCookies([{ name: languageCookie, value: pseudoLanguage.code, url }]);

/** What follows from the page's layout. The page is spent afterwards. */
async function expectLayoutFits(name: string, page: Page, answers: () => Promise<Answers>): Promise<void> {
  await expectLargeTextFits(page, name);
  // Each size once, because a change of size takes long.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectFitsWindow(page);
  await expectSeenInHighContrast(page);
  await expectOtherLanguagesFit(page);
  await expectLongWordsFit(page, wordsOf(await answers()));
}

// Parallel, because a long file would leave other workers idle.
test.describe.configure({ mode: "parallel" });
for (const screen of [...screens, ...hostedScreens]) {
  test.describe(screen.name, () => {
    if (screen.as) test.use({ as: screen.as });

    test(`${screen.name} is translated, accessible and as wide as the window`, async ({ page, baseURL, context }) => {
      await speakPseudo(context, baseURL);
      const answers = collectAnswers(page);
      const address = await addressOf(screen, page);
      await screen.arrange?.(page);
      await page.goto(address);
      await screen.act?.(readInPseudo(page));
      await expectTranslated(page, answers);
      const moving = await page.evaluate(() =>
        document.getAnimations().filter((each) => each instanceof CSSTransition),
      );
      expect(moving, "nothing moves for those who asked for that").toHaveLength(0);
      await expect.poll(() => findSmallLetters(page), { message: "fields that Safari zooms in on" }).toEqual([]);
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await expectContrast(page);
      if (screen.look !== "brief") await expectLayoutFits(screen.name, page, answers);
    });
  });
}

test("the hosted pages of a sign-up and a second step are translated", async ({
  page: plainPage,
  context,
  baseURL,
}) => {
  await speakPseudo(context, baseURL);
  const page = readInPseudo(plainPage);
  const newcomer = makeNewcomer();
  const own = ["username", "email"] as const;
  const expectHosted = () => expectTranslated(page, async () => own.map((key) => ({ key, text: newcomer[key] })));
  const press = (name: string) => page.getByRole("button", { name }).first().click();

  await page.goto("/#sign-up");
  await page.getByLabel("Username").fill(newcomer.username);
  await page.getByLabel("Email").fill(newcomer.email);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await press("Create account");
  await expectHosted();
  await page.getByLabel("Confirmation code").fill("000000");
  await press("Confirm");
  await expectHosted();
  await page.getByLabel("Confirmation code").fill(await readMailedCode(newcomer.email));
  await press("Confirm");
  await expectSignedIn(page);

  await page.goto("/account/app");
  await expectHosted();
  const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
  await press("Set up app");
  await expectHosted();

  await page.goto("/logout");
  await expectHosted();
  await press("Sign out");
  await page.evaluate(() => localStorage.clear());
  await page.goto("/#sign-in");
  await page.getByLabel("Username or email").fill(newcomer.username);
  await page.getByLabel("Password", { exact: true }).fill(newcomer.password);
  await press("Sign in");
  await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
  await expectHosted();
  await press("Continue");
  await expectHosted();
  await page.getByRole("link", { name: "Use a recovery code" }).click();
  await expectHosted();
});
