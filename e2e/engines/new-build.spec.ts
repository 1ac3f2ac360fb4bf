import { expect } from "@playwright/test";
import { buildOf } from "./build-copy.ts";
import { fillIn, girthLabel, girthsOf, measure, openQuest } from "./girths.ts";
import { inEachEngine, listArrived, storedHashes, test } from "./harness.ts";

test.describe.configure({ mode: "parallel" });

inEachEngine(() => {
  test("a new build while a form is half filled: it waits, takes nothing away, and comes when the point is saved", async ({
    device,
    cairn,
    request,
  }) => {
    await device.open();
    const id = await openQuest(device, request);
    const { person } = device;
    const hashes = [await fillIn(device, 501)];
    await person.tab.run(`() => { window.isSamePage = true; }`, null);
    const isSamePage = () => person.tab.run<boolean>(`() => window.isSamePage === true`, null);
    const build = () => person.tab.run<string | undefined>(buildOf, null);
    const arrived = async () => girthsOf(await listArrived(cairn, "bob", id));

    const released = await cairn.release();
    await person.tab.run(`async () => { await (await navigator.serviceWorker.getRegistration()).update(); }`, null);
    await person.until("the new build waits", () =>
      person.tab.run<boolean>(
        `async () => (await navigator.serviceWorker.getRegistration()).waiting?.state === "installed"`,
        null,
      ),
    );
    const other = await device.openTab();
    await other.goTo("/");
    await other.sees("A new version is ready.");
    await other.presses("Update now");
    await other.sees("You have an unsaved data point in another tab");
    await other.tab.close();
    expect(await person.readPage()).not.toContain("A new version is ready.");
    await person.hasInField(girthLabel, "501");
    await person.sees("Retake");
    await person.presses("Add Data Point");
    await person.sees("A new version is ready.");
    expect(await isSamePage()).toBe(true);

    await person.presses("Update now");
    await person.until("the page is of the new build", async () => (await build()) === released);
    await person.sees("501 cm");
    expect(await person.readPage()).not.toContain("A new version is ready.");
    await expect.poll(arrived, { timeout: 60_000 }).toEqual([501]);

    // What its service worker has kept is enough.
    cairn.line.cut();
    await person.goTo(`/quests/${id}/data`);
    hashes.push(await measure(device, 502));
    expect(await build()).toBe(released);
    cairn.line.mend();
    await expect.poll(arrived, { timeout: 60_000 }).toEqual([501, 502]);
    expect(await storedHashes(cairn)).toEqual(expect.arrayContaining(hashes));
  });
});
