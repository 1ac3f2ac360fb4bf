import type { BrowserContext, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import type { Quest } from "../src/contract/quests.ts";
import { languageCookie, pseudoLanguage } from "../src/texts/languages.ts";
import {
  test as base,
  type DemoUser,
  expect,
  expectAccessible,
  expectContrast,
  expectSignedIn,
  makeNewcomer,
  readMailedCode,
  storageOf,
} from "./harness.ts";
import { hostedScreens } from "./hosted-screens.ts";
import { expectFitsWindow } from "./layout.ts";
import { expectOtherLanguagesFit } from "./other-languages.ts";
import { expectChosenShows, expectLongWordsFit } from "./other-looks.ts";
import { collectAnswers, findClipped, findPlainEnglish, readInPseudo } from "./plain-english.ts";
import { screens } from "./screens.ts";

/** Checks that every sentence comes from the texts, and that layouts work with longer, right-to-left text. */
async function expectTranslated(page: Page, answers: () => Promise<Set<string>>): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", pseudoLanguage.code);
  // New content renders a moment later.
  await expect.poll(async () => findPlainEnglish(page, await answers()), { message: "plain English" }).toEqual([]);
  expect(await findClipped(page), "controls that are cut off").toEqual([]);
  await expectFitsWindow(page);
}

/** No screen signs out, so that people sign in once for all of them. */
const sessions = new Map<DemoUser, Awaited<ReturnType<typeof storageOf>>>();

async function sessionOf(user: DemoUser, url: string) {
  const session = sessions.get(user) ?? (await storageOf(user, url));
  sessions.set(user, session);
  return session;
}

const test = base.extend({
  storageState: async ({ as, baseURL }, use) => use(as && (await sessionOf(as, baseURL ?? ""))),
});

const speakPseudo = (context: BrowserContext, url = "") =>
  context.addCookies([{ name: languageCookie, value: pseudoLanguage.code, url }]);

// Parallel, because a long file would leave other workers idle.
test.describe.configure({ mode: "parallel" });
for (const screen of [...screens, ...hostedScreens]) {
  test.describe(screen.name, () => {
    if (screen.as) test.use({ as: screen.as });

    test(`${screen.name} is translated, accessible and as wide as the window`, async ({
      page,
      request,
      baseURL,
      context,
    }) => {
      await speakPseudo(context, baseURL);
      const answers = collectAnswers(page);
      const quests: Quest[] = await (await request.get("/api/quests")).json();
      const quest = quests.find(({ quest_name: name }) => screen.quest && name.includes(screen.quest));
      await screen.arrange?.(page);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(screen.path.replace("{id}", String(quest?.id)));
      await screen.act?.(readInPseudo(page));
      await expectTranslated(page, answers);
      const moving = await page.evaluate(() =>
        document.getAnimations().filter((each) => each instanceof CSSTransition),
      );
      expect(moving, "nothing moves for those who asked for that").toHaveLength(0);
      await expectAccessible(page);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
      await expectContrast(page);
      await expectFitsWindow(page);
      await expectChosenShows(page);
      await expectLongWordsFit(page, await answers());
      await expectOtherLanguagesFit(page);
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
  const expectHosted = () => expectTranslated(page, async () => new Set([newcomer.username, newcomer.email]));
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
