import { expect } from "@playwright/test";
import { recordsInPage } from "../outbox.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import { inEachEngine, listArrived, storedHashes, test } from "./harness.ts";

/** As `faults/outbox-faults.phone.spec.ts` does in Chromium, with fewer kills and a server that stays. */

const pointCount = Number(process.env.FAULT_POINTS ?? 30);
/** When the browser is killed, and after which point. */
const kills: Record<number, "typed" | "saved" | "sending"> = { 8: "typed", 16: "saved", 24: "sending" };

inEachEngine(() => {
  test("each data point arrives once over a line that cuts, swallows and damages, while the browser is killed three times", async ({
    device,
    cairn,
    request,
  }) => {
    const { id } = await createQuest(request, {
      name: `Bad line ${device.name}`,
      protocol: { fields: [{ key: "girth", kind: "number", label: "Girth", unit: "cm" }], photo: { required: true } },
    });
    await joinQuest(request, "bob", id);
    const form = `/quests/${id}/data`;
    const records = () => device.person.tab.run<Awaited<ReturnType<typeof recordsInPage>>>(String(recordsInPage), null);
    const reopen = async () => {
      await device.kill();
      await device.open();
      await device.person.goTo(form);
    };
    await device.open();
    await device.openAs("bob", form);
    await device.person.untilKept();
    cairn.line.startFaults({ ofPhotos: 0.5, ofOthers: 0.2 });

    const measured: { girth: number; sha256: string }[] = [];
    for (let girth = 1; girth <= pointCount; girth += 1) {
      const { path, sha256 } = await device.takePhoto(`trunk-${girth}`, { width: 640, height: 480 });
      measured.push({ girth, sha256 });
      const moment = kills[girth];
      await device.person.takes("file", path);
      await device.person.types("Girth", String(girth));
      await device.person.sees("± 7 m good");
      if (moment === "typed") {
        await device.person.until("the phone has the draft", async () =>
          (await records()).some(
            (record) => record.kind === "point" && record.answers.girth === String(girth) && record.photos.length === 1,
          ),
        );
        await reopen();
        await device.person.hasInField("Girth", String(girth));
        await device.person.sees("Retake");
        // It comes last, above the button that is pressed next.
        await device.person.sees("Discard draft");
      }
      await device.person.presses("Add Data Point");
      await device.person.sees("Saved on this phone");
      await device.person.hasInField("Girth", "");
      // The line may carry a photo, or lose it, before the page could be read.
      if (moment === "sending") {
        await device.person.until("the phone sends", async () =>
          (await records()).every(
            (record) =>
              record.kind !== "point" ||
              record.answers.girth !== String(girth) ||
              record.state !== "waiting" ||
              record.attempts > 0,
          ),
        );
      }
      if (moment === "saved" || moment === "sending") await reopen();
    }
    // The app is opened once more. From here on nobody touches it.
    await device.person.goTo("/");
    await expect.poll(async () => (await listArrived(cairn, "bob", id)).length, { timeout: 150_000 }).toBe(pointCount);
    await device.person.until("nothing waits", () =>
      device.person.tab.run<boolean>(`() => document.querySelector('header a[aria-label$="waiting"]') === null`, null),
    );
    console.log(device.name, JSON.stringify(cairn.line.counts));
    const arrived = (await listArrived(cairn, "bob", id)).map(({ additional_data, photos }) => ({
      girth: Number(additional_data?.girth),
      sha256: photos[0]?.sha256,
    }));
    expect(arrived.sort((one, other) => one.girth - other.girth)).toEqual(measured);
    expect(await storedHashes(cairn)).toEqual(expect.arrayContaining(measured.map(({ sha256 }) => sha256)));
  });
});
