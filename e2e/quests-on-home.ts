import type { Page, Route } from "@playwright/test";
import type { Quest } from "../src/contract/quests.ts";

const never = (_route: Route) => new Promise<void>(() => {});

/** Leaves matching requests without an answer. */
export const held = (page: Page, pattern: string | RegExp) => page.route(pattern, never);

/** A demo quest, by a part of its name. */
export async function findQuestId(page: Page, name: string): Promise<number> {
  const quests: Quest[] = await (await page.request.get("/api/quests")).json();
  const quest = quests.find(({ quest_name: each }) => each.includes(name));
  if (!quest) throw new Error(`the demo has no quest ${name}`);
  return quest.id;
}

export const cardsOf = (page: Page, region: string) => page.getByRole("region", { name: region }).getByRole("article");
