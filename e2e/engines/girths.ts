import type { APIRequestContext } from "@playwright/test";
import type { QuestFormInput } from "../../src/contract/quests.ts";
import { createQuest, joinQuest } from "../protocol-quests.ts";
import type { Device, listArrived } from "./harness.ts";
import type { Person } from "./person.ts";

/** A quest of trees' girths with photos, which journeys collect data points of. */

export const girthLabel = "Girth";
export const girthProtocol: NonNullable<QuestFormInput["protocol"]> = {
  fields: [{ key: "girth", kind: "number", label: girthLabel, unit: "cm", required: true }],
  photo: { required: true },
};

/** Bob, who has joined a new quest, on its form. @returns the quest's id */
export async function openQuest(device: Device, request: APIRequestContext): Promise<number> {
  const name = `Girths ${device.name} ${Date.now()}`;
  const { id } = await createQuest(request, { name, protocol: girthProtocol });
  await joinQuest(request, "bob", id);
  await device.openAs("bob", `/quests/${id}/data`);
  await device.person.untilKept();
  return id;
}

/** Fills the form. @returns its photo's hash */
export async function fillIn(device: Device, girth: number, person: Person = device.person): Promise<string> {
  const { path, sha256 } = await device.takePhoto(`tree-${girth}`);
  await person.takes("file", path);
  await person.types(girthLabel, String(girth));
  await person.sees("± 7 m good");
  return sha256;
}

/** Saves a data point. @returns its photo's hash */
export async function measure(device: Device, girth: number, person: Person = device.person): Promise<string> {
  const sha256 = await fillIn(device, girth, person);
  await person.presses("Add Data Point");
  await person.sees("Saved on this phone");
  return sha256;
}

export const girthsOf = (points: Awaited<ReturnType<typeof listArrived>>) =>
  points.map(({ additional_data }) => Number(additional_data?.girth)).sort((one, other) => one - other);
