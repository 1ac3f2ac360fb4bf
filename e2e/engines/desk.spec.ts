import { type APIRequestContext, expect } from "@playwright/test";
import type { Quest } from "../../src/contract/quests.ts";
import { createQuest } from "../protocol-quests.ts";
import { countDecisions, publishResults, seedWaiting } from "../review-seed.ts";
import { type Device, inEachEngine, test } from "./harness.ts";
import { keys, type Person } from "./person.ts";

/** What a team does at its desk. */

test.describe.configure({ mode: "parallel" });

async function openDesk(device: Device, path: string): Promise<Person> {
  await device.open({ size: { width: 1440, height: 900 } });
  await device.openAs("admin", path);
  return device.person;
}

/** The questions of the form that is being edited, in their order. */
const questionsShown = (person: Person) =>
  person.tab.run<string[]>(
    `() => [...document.querySelectorAll("dialog button")]
      .flatMap((each) => /^(?:Edit|Close) question \\d+: (.*)$/.exec(each.ariaLabel ?? "")?.[1] ?? [])`,
    null,
  );

async function labelsOf(request: APIRequestContext, id: number): Promise<unknown[]> {
  const quest = (await (await request.get(`/api/quests/${id}`)).json()) as Quest;
  return (quest.protocol?.fields ?? []).map(({ label }) => label);
}

inEachEngine(() => {
  test("a reviewer decides by keys alone, each in one of the three ways", async ({ device }) => {
    const { questId } = await seedWaiting(`Keys ${device.name} ${Date.now()}`, 4);
    const person = await openDesk(device, `/admin_dashboard/samples?quest=${questId}`);
    const isOpen = async (width: number) => {
      await person.sees("Sample Overview - ID");
      await person.sees(`${width} cm`);
    };
    const openSample = () => person.tab.run<string>(`() => document.getElementById("sample-title")?.textContent`, null);
    const untilNext = async (step: () => Promise<void>) => {
      const before = await openSample();
      await step();
      await person.until("the next sample is open", async () => {
        const now = await openSample();
        return now !== undefined && now !== before;
      });
    };

    await person.sees("Pending");
    await person.until("the list is there", () =>
      person.tab.run<boolean>(`() => document.querySelectorAll("[id^=sample-]").length === 4`, null),
    );
    await person.strikes("j");
    await isOpen(101);
    await untilNext(() => person.strikes("a"));
    await untilNext(async () => {
      await person.strikes("d");
      await person.sees("Why deny it?");
      await person.strikes(..."Not a tree.");
      await person.hasInField("Why deny it?", "Not a tree.");
      await person.strikesTogether(keys.control, keys.enter);
    });
    await untilNext(async () => {
      await person.strikes("r");
      await person.sees("What should change?");
      await person.strikes(..."The whole trunk");
      await person.hasInField("What should change?", "The whole trunk");
      await person.strikesTogether(keys.control, keys.enter);
    });
    await person.strikes("a");
    await person.sees("Nothing waiting for review.");
    await expect
      .poll(() => countDecisions(questId))
      .toEqual({ "admin accepted": 2, "admin denied": 1, "admin change_requested": 1 });
    await person.strikes("u");
    await person.sees("Waiting for review");
    await expect
      .poll(() => countDecisions(questId))
      .toEqual({ "admin accepted": 1, "admin denied": 1, "admin change_requested": 1 });
  });

  test("a coordinator adds a question and drags it to the top, and finds it there again", async ({
    device,
    request,
  }) => {
    const name = `Boats ${device.name} ${Date.now()}`;
    const { id } = await createQuest(request, {
      name,
      protocol: {
        fields: [
          { key: "depth", kind: "number", label: "Depth", unit: "m" },
          { key: "warmth", kind: "number", label: "Temperature", unit: "Cel" },
          { key: "fish", kind: "yes_no", label: "Fish in sight?" },
        ],
        photo: { required: false },
      },
    });
    const address = `/admin_dashboard?q=${encodeURIComponent(name)}`;
    const person = await openDesk(device, address);
    await person.presses(`view/edit ${name}`);
    await person.until("the questions are there", async () => (await questionsShown(person)).length === 3);

    await person.presses("Add a question");
    await person.pressesOneLike("CountA whole number");
    await person.types("Question", "Boats in sight");
    await person.picksUp("Drag question 4", "Picked up Boats in sight. Position 4 of 4.");
    await person.dragsOver("Drag question 1");
    await person.sees("Boats in sight: position 1 of 4.");
    await person.drops();
    await person.sees("Boats in sight was dropped at position 1 of 4.");
    const order = ["Boats in sight", "Depth", "Temperature", "Fish in sight?"];
    await person.until("the question is the first", async () => String(await questionsShown(person)) === String(order));
    await person.presses("Save quest");
    await person.sees("Quest edited successfully");

    await person.goTo(address);
    await person.presses(`view/edit ${name}`);
    await person.until(
      "the form opens as it was saved",
      async () => String(await questionsShown(person)) === String(order),
    );
    expect(await labelsOf(request, id)).toEqual(order);
  });

  test("a team publishes a release, whose file and figures everybody finds on the results page", async ({ device }) => {
    const { questId } = await seedWaiting(`Ridge ${device.name} ${Date.now()}`, 12);
    await publishResults(questId);
    const person = await openDesk(device, `/admin_dashboard/quests/${questId}`);
    await person.presses("Publish a release");
    await person.types("Name of author 1", "Ana Silva");
    await person.presses("Publish");
    await person.sees("Open release 1");
    await person.sees("Published");

    await person.goTo(`/quests/${questId}/results`);
    await person.sees("Accepted data points 12");
    await person.presses("Files, licence and citation of release 1");
    await person.sees("Ana Silva.");
    const file = `quest-${questId}-release-1.csv`;
    await person.presses(file);
    expect((await device.untilDownloaded(file)).trim().split("\r\n")).toHaveLength(13);
  });
});
