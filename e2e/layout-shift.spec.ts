import pLimit from "p-limit";
import type { Quest } from "../src/contract/quests.ts";
import { expect, storageOf, test } from "./harness.ts";
import { describeShifts, noteShiftsOnSlowLine, type Shift, shiftsOf, sumOf } from "./layout-shift.ts";
import { publishResults, seedOwnPoints } from "./review-seed.ts";

/** For all shifts of a load together, which no session window of Cumulative Layout Shift exceeds. */
const shiftMax = 0.05;

/** Going offline and online again moves the header's own row by a few pixels. */
const offlineShiftMax = 0.005;

/** More at once would make this machine the slow part. */
const atOnce = pLimit(3);

const desktop = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

for (const { name, use } of [
  { name: "phone", use: {} },
  { name: "desktop", use: desktop },
]) {
  test.describe(`on a ${name}`, () => {
    test.use(use);
    test("nothing jumps while pages load, cold and warm, signed in and out", async ({
      browser,
      request,
      baseURL: url = "",
      viewport,
      isMobile,
      hasTouch,
    }) => {
      const quests: Quest[] = await (await request.get("/api/quests")).json();
      const trees = quests.find(({ quest_name: name }) => name.includes("Blue Ridge"))?.id;
      const { questId } = await seedOwnPoints(`Still girths ${Date.now()}`, `still-${Date.now()}`, 12);
      await publishResults(questId);
      const pages = {
        home: "/",
        quest: `/quests/${trees}`,
        data: `/quests/${trees}/data`,
        contributions: "/contributions",
        profile: "/profile",
        results: `/quests/${questId}/results`,
        desk: "/admin_dashboard",
      };
      const sessions = { alice: await storageOf("alice", url), admin: await storageOf("admin", url) };

      /** Loads a page twice in a new browser, then loses the connection for a moment. */
      const load = async (path: string, as: keyof typeof sessions | undefined): Promise<Shift[][]> => {
        const context = await browser.newContext({
          ...{
            baseURL: url,
            viewport,
            isMobile,
            hasTouch,
            locale: "en-US",
            timezoneId: "UTC",
            serviceWorkers: "block" as const,
          },
          ...(as && { storageState: sessions[as] }),
        });
        const page = await context.newPage();
        const untilQuiet = await noteShiftsOnSlowLine(page);
        const loads: Shift[][] = [];
        for (let number = 1; number <= 2; number += 1) {
          await page.goto(path);
          await untilQuiet();
          await expect(page.locator("h1").first()).toBeAttached();
          loads.push(await shiftsOf(page));
        }
        if (as === "alice") {
          // The bar comes and goes above what is read and the form that is open.
          const { length } = await shiftsOf(page);
          const bar = page.getByText(/^You're offline\./);
          await context.setOffline(true);
          await expect(bar).toBeVisible();
          await context.setOffline(false);
          await expect(bar).toBeHidden();
          loads.push((await shiftsOf(page)).slice(length));
        }
        await context.close();
        return loads;
      };
      const expectStill = async (what: string, path: string, as: keyof typeof sessions | undefined) => {
        let loads = await load(path, as);
        // On a busy machine answers take seconds, and a bar says how old the page is.
        if (loads.some((shifts) => sumOf(shifts) > shiftMax)) loads = await load(path, as);
        for (const [index, shifts] of loads.entries()) {
          const sum = sumOf(shifts);
          if (process.env.SHIFTS)
            console.log(what, ["cold", "warm", "offline"][index], sum.toFixed(4), describeShifts(shifts));
          const most = index === 2 ? offlineShiftMax : shiftMax;
          expect.soft(sum, `${what}, load ${index + 1}${describeShifts(shifts)}`).toBeLessThanOrEqual(most);
        }
      };
      await Promise.all(
        Object.entries(pages).flatMap(([name, path]) => {
          const as = name === "desk" ? "admin" : "alice";
          return [
            atOnce(() => expectStill(`${name} ${viewport?.width} in`, path, as)),
            atOnce(() => expectStill(`${name} ${viewport?.width} out`, path, undefined)),
          ];
        }),
      );
    });
  });
}
