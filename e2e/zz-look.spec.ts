import { expect, test, signIn } from "./harness.ts";
for (const [code, locale] of [["de","de-DE"],["ar","ar-EG"]] as const) {
  test.describe(code, () => {
    test.use({ locale });
    test(`look ${code}`, async ({ page, browser, baseURL }, info) => {
      test.slow();
      const size = info.project.name;
      const shot = async (name: string, path: string, full = false) => { await page.goto(path); await page.waitForLoadState("networkidle"); await page.waitForTimeout(500); await page.screenshot({ path: `/tmp/look/${code}-${size}-${name}.png`, fullPage: full }); };
      await shot("home", "/");
      const id = (await (await page.request.get("/api/quests")).json()).find((q: {quest_name: string}) => /Blue Ridge/.test(q.quest_name)).id;
      await shot("quest", `/quests/${id}`);
      await page.goto("/#sign-up"); await page.waitForTimeout(1500); await page.screenshot({ path: `/tmp/look/${code}-${size}-signup.png` });
      await signIn(page, "alice");
      await shot("home-alice", "/");
      await shot("data", `/quests/${id}/data`);
      await shot("contributions", "/contributions");
      await shot("profile", "/profile");
      await shot("outbox", "/outbox");
      await signIn(page, "admin");
      await shot("desk", "/admin_dashboard/samples");
      await shot("quests", "/admin_dashboard");
    });
  });
}
