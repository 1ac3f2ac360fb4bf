import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { QuestFormInput } from "../../src/contract/quests.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import { type Device, inEachEngine, listArrived, storedHashes, test } from "./harness.ts";
import type { Person } from "./person.ts";

/** What each engine's storage does at bad moments. */

test.describe.configure({ mode: "parallel" });

const protocol: NonNullable<QuestFormInput["protocol"]> = {
  fields: [{ key: "girth", kind: "number", label: "Girth", unit: "cm", required: true }],
  photo: { required: true },
};

async function measure(device: Device, girth: number): Promise<string> {
  const { person } = device;
  const { path, sha256 } = await device.takePhoto(`tree-${girth}`);
  await person.takes("file", path);
  await person.sees("taken with the photo");
  await person.types("Girth", String(girth));
  await person.presses("Add Data Point");
  return sha256;
}

/** In the page: from now on the outbox has no room, or has it again. */
const setRoom = (person: Person, hasRoom: boolean) =>
  person.tab.run(
    `(hasRoom) => {
      const stores = IDBObjectStore.prototype;
      stores.rightPut ??= stores.put;
      stores.put = hasRoom ? stores.rightPut : function (...given) {
        if (this.transaction.db.name === "cairn") throw new DOMException("No room.", "QuotaExceededError");
        return stores.rightPut.apply(this, given);
      };
    }`,
    hasRoom,
  );

/** In the page: how many records the database has in this state. */
const countStored = (person: Person, state: string) =>
  person.tab.run<number>(
    `(state) => new Promise((resolve, reject) => {
      const opening = indexedDB.open("cairn");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("records").objectStore("records").getAll();
        asked.onsuccess = () => {
          opening.result.close();
          resolve(asked.result.filter((record) => record.state === state).length);
        };
      };
    })`,
    state,
  );

inEachEngine(() => {
  test("pages that are left at once, from a phone's first second with Cairn on, block nothing", async ({
    device,
    cairn,
    request,
  }) => {
    const { id } = await createQuest(request, { name: `First second ${device.name}`, protocol });
    await joinQuest(request, "bob", id);
    const person = await device.open();
    await device.signInByHand("bob");
    for (let load = 0; load < 8; load += 1) {
      await person.hurriesTo(load % 2 === 0 ? `/quests/${id}` : `/quests/${id}/data`);
      await pause(150 + load * 60);
    }
    await person.goTo(`/quests/${id}/data`);
    await person.untilKept();
    const begunAtMs = Date.now();
    await measure(device, 101);
    await person.sees("Uploaded.");
    // A storage that is blocked gives up after half a minute.
    expect(Date.now() - begunAtMs).toBeLessThan(25_000);
    cairn.line.cut();
    await person.goTo(`/quests/${id}/data`);
    await measure(device, 102);
    await person.sees("Saved on this phone");
    await device.kill();
    await device.open();
    await device.person.goTo(`/quests/${id}/data`);
    await device.person.sees("102 cm");
  });

  test("what a full storage refuses is sent from this tab, and stored once there is room", async ({
    device,
    cairn,
    request,
  }) => {
    const { id } = await createQuest(request, { name: `Full ${device.name}`, protocol });
    await joinQuest(request, "bob", id);
    const person = await device.open();
    await device.openAs("bob", `/quests/${id}/data`);
    await person.untilKept();
    await setRoom(person, false);
    cairn.line.cut();
    const hashes = [await measure(device, 201)];
    await person.sees("Saved in this tab only");
    await person.sees("What you add is only in this tab.");
    expect(await countStored(person, "waiting")).toBe(0);
    cairn.line.mend();
    const girths = async () =>
      (await listArrived(cairn, "bob", id)).map(({ additional_data }) => Number(additional_data?.girth));
    await expect.poll(girths, { timeout: 60_000 }).toEqual([201]);
    cairn.line.cut();
    hashes.push(await measure(device, 202));
    await person.sees("Saved in this tab only");
    await setRoom(person, true);
    await person.sees("Saved on this phone");
    expect(await countStored(person, "waiting")).toBe(1);
    await device.kill();
    await device.open();
    await device.person.goTo(`/quests/${id}/data`);
    await device.person.sees("202 cm");
    cairn.line.mend();
    await expect.poll(async () => (await girths()).sort(), { timeout: 60_000 }).toEqual([201, 202]);
    expect(await storedHashes(cairn)).toEqual(expect.arrayContaining(hashes));
  });
});
