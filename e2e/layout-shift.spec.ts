import pLimit from "p-limit";
import type { Quest } from "../src/contract/quests.ts";
import { expect, storageOf, test } from "./harness.ts";
import { describeShifts, noteShiftsOnSlowLine, type Shift, shiftsOf, sumOf } from "./layout-shift.ts";
import { publishResults, seedOwnPoints } from "./review-seed.ts";

/** For all shifts of a load together, which no session window of Cumulative Layout Shift exceeds. */
const shiftMax = 0.05;

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

      /** Loads a page twice in a new browser. */
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
            console.log(what, index === 0 ? "cold" : "warm", sum.toFixed(4), describeShifts(shifts));
          expect.soft(sum, `${what}, load ${index + 1}${describeShifts(shifts)}`).toBeLessThanOrEqual(shiftMax);
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
