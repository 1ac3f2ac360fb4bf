import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { listFile } from "../lists/save-list.ts";
import { OutsideFiles } from "./outside-files.ts";

const connection = Object.assign(new EventEmitter(), { closed: false });

it("counts files while they arrive, and asks for none beyond that", async () => {
  const files = new OutsideFiles({ ofPersonMax: 2, arrivingMax: 3 });
  const cutOff = new Error("cut off");
  const asked: string[] = [];
  let cut = () => {};
  const isCut = new Promise<never>((_, reject) => {
    cut = () => reject(cutOff);
  });
  const send = (person: string) => {
    const receive = () => {
      asked.push(person);
      return isCut;
    };
    return files.read(listFile, receive, { sender: { person, organization: 1 }, connection });
  };
  const arriving = [send("ann"), send("ann"), send("ben")].map((each) => expect(each).rejects.toBe(cutOff));
  const full = { code: "unavailable" };
  await expect(send("ann")).rejects.toMatchObject(full);
  await expect(send("cleo")).rejects.toMatchObject(full);
  cut();
  await Promise.all(arriving);
  await expect(send("ann")).rejects.toBe(cutOff);
  expect(asked).toEqual(["ann", "ann", "ben", "ann"]);
});
