import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@playwright/test";
import { recordsInPage } from "../outbox.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import { girthLabel, girthProtocol, girthsOf, measure, openQuest } from "./girths.ts";
import { inEachEngine, listArrived, storedHashes, test } from "./harness.ts";

/** The journeys that every engine has to do, on a phone's size. */

test.describe.configure({ mode: "parallel" });

inEachEngine(() => {
  test("the main job: sign-in, online, offline, killed with a point waiting, delivered with equal hashes", async ({
    device,
    cairn,
    request,
  }) => {
    const { id } = await createQuest(request, { name: `Main job ${device.name}`, protocol: girthProtocol });
    await joinQuest(request, "bob", id);
    await device.open();
    await device.signInByHand("bob");
    // Leaving the phone's first page in its first second is an open case: docs/phones.md.
    await pause(2_000);
    await device.person.goTo(`/quests/${id}/data`);
    await device.person.untilKept();
    const hashes = [await measure(device, 101)];
    await device.person.sees("Uploaded.");
    cairn.line.cut();
    hashes.push(await measure(device, 102));
    await device.kill();
    await device.open();
    await device.person.goTo(`/quests/${id}/data`);
    await device.person.sees("Upload New Data Point");
    await device.person.sees("102 cm");
    cairn.line.mend();
    await expect
      .poll(async () => girthsOf(await listArrived(cairn, "bob", id)), { timeout: 60_000 })
      .toEqual([101, 102]);
    expect(await storedHashes(cairn)).toEqual(expect.arrayContaining(hashes));
  });

  test("in a private window a point with a photo is saved and sent", async ({ device, cairn, request }) => {
    await device.open({ isPrivate: true });
    const id = await openQuest(device, request);
    cairn.line.cut();
    const hash = await measure(device, 201);
    cairn.line.mend();
    await expect.poll(async () => girthsOf(await listArrived(cairn, "bob", id)), { timeout: 60_000 }).toEqual([201]);
    expect(await storedHashes(cairn)).toContain(hash);
  });

  test("after twenty loads that are left at once, a joined quest opens without a line and its form saves", async ({
    device,
    cairn,
    request,
  }) => {
    await device.open();
    const id = await openQuest(device, request);
    await device.person.sees("Upload New Data Point");
    for (let load = 0; load < 20; load += 1) {
      await device.person.hurriesTo(load % 2 === 0 ? `/quests/${id}` : `/quests/${id}/data`);
      await pause(450);
    }
    cairn.line.cut();
    await device.person.goTo(`/quests/${id}/data`);
    await measure(device, 301);
    await device.kill();
    await device.open();
    await device.person.goTo(`/quests/${id}/data`);
    await device.person.sees("301 cm");
    await measure(device, 302);
  });

  test("two tabs: each saves, each point is sent once, and drafts stay apart", async ({ device, cairn, request }) => {
    await device.open();
    const id = await openQuest(device, request);
    const first = device.person;
    cairn.line.cut();
    const second = await device.openTab();
    await second.goTo(`/quests/${id}/data`);
    const hashes = [await measure(device, 401, first), await measure(device, 402, second)];
    hashes.push(await measure(device, 403, first));
    await first.types(girthLabel, "404");
    await second.types(girthLabel, "405");
    await first.sees("0 data points + 3 on this phone");
    await second.sees("0 data points + 3 on this phone");
    cairn.line.mend();
    await expect
      .poll(async () => girthsOf(await listArrived(cairn, "bob", id)), { timeout: 60_000 })
      .toEqual([401, 402, 403]);
    expect(await storedHashes(cairn)).toEqual(expect.arrayContaining(hashes));

    await first.goTo(`/quests/${id}/data`);
    await first.hasInField(girthLabel, "404");
    await second.hasInField(girthLabel, "405");
    await second.tab.close();
    const third = await device.openTab();
    await third.goTo(`/quests/${id}/data`);
    await third.hasInField(girthLabel, "405");
    await first.hasInField(girthLabel, "404");
    expect(girthsOf(await listArrived(cairn, "bob", id))).toEqual([401, 402, 403]);
  });

  test("signed out in one tab, the other shows nothing of the account; its drafts come back with it", async ({
    device,
    request,
  }) => {
    await device.open();
    const id = await openQuest(device, request);
    const first = device.person;
    const second = await device.openTab();
    await second.goTo(`/quests/${id}/data`);
    await first.types(girthLabel, "601");
    await second.types(girthLabel, "602");
    await first.until("the phone has both drafts", async () => {
      const records = await first.tab.run<Awaited<ReturnType<typeof recordsInPage>>>(String(recordsInPage), null);
      const girths = records.flatMap((record) => (record.kind === "point" ? [record.answers.girth] : []));
      return girths.sort().join() === "601,602";
    });

    await first.presses("Account");
    await first.presses("Sign out");
    await first.sees("2 drafts aren't finished.");
    await first.presses("Sign out and keep them on this phone");
    // Back from the sign-in service.
    await first.sees("High Stakes Data Collection");
    expect(await first.reads("jwt")).toBeNull();
    await second.sees("Log In");
    expect(await second.readPage()).not.toContain("Upload New Data Point");
    expect(await second.valueOf(girthLabel)).toBeUndefined();

    await device.signInByHand("bob");
    // Drafts are no tab's any more.
    for (const person of [second, first]) {
      await person.goTo(`/quests/${id}/data`);
      await person.sees("Discard draft");
    }
    await expect
      .poll(async () => [await second.valueOf(girthLabel), await first.valueOf(girthLabel)].sort())
      .toEqual(["601", "602"]);
  });
});
