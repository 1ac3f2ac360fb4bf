import type { APIRequestContext } from "@playwright/test";
import type { SavedList } from "../src/contract/lists.ts";
import type { SavedPicture, SavedSound } from "../src/contract/pictures.ts";
import type { Quest, QuestFormInput } from "../src/contract/quests.ts";
import { makeMp3 } from "../test/make-audio.ts";
import { accessTokenOf, expect } from "./harness.ts";

const authorized = async (username: string) => ({ authorization: `Bearer ${await accessTokenOf(username)}` });

/** Creates a quest as an administrator does; without a protocol it asks the standard questions. */
export async function createQuest(
  request: APIRequestContext,
  { name, protocol = null, ...changes }: { name: string } & Partial<QuestFormInput>,
): Promise<Quest> {
  const response = await request.post("/api/quests", {
    headers: await authorized("admin"),
    data: {
      quest_name: name,
      quest_status: "ACCEPTING_APPLICATIONS",
      quest_type: "WATER",
      organization: { organization_id: 1 },
      locations: [
        {
          locality: "Launceston",
          administrative_area: "Tasmania",
          postal_code: "7250",
          country: "Australia",
          // Far from the locations that other tests search nearby.
          coordinates: [-41.4332, 147.1441],
        },
      ],
      protocol,
      ...changes,
    } satisfies QuestFormInput,
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Uploads a list of choices for the organization of `createQuest`. @param csv its rows, with a heading */
export async function createList(request: APIRequestContext, name: string, csv: string): Promise<SavedList> {
  const response = await request.post("/api/organizations/1/lists", {
    headers: await authorized("admin"),
    multipart: { file: { name, mimeType: "text/csv", buffer: Buffer.from(csv) } },
    // Other requests go first: a long list may wait on a busy machine.
    timeout: 100_000,
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Uploads a picture of questions for the organization of `createQuest`. */
export async function createPicture(request: APIRequestContext, picture: Buffer): Promise<SavedPicture> {
  const response = await request.post("/api/organizations/1/pictures", {
    headers: await authorized("admin"),
    multipart: { file: { name: "picture.jpg", mimeType: "image/jpeg", buffer: picture } },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

/** Uploads a sound of questions for the organization of `createQuest`. */
export async function createSound(request: APIRequestContext, seconds: number): Promise<SavedSound> {
  const response = await request.post("/api/organizations/1/sounds", {
    headers: await authorized("admin"),
    multipart: { file: { name: "call.mp3", mimeType: "audio/mpeg", buffer: makeMp3({ seconds }) } },
  });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export async function joinQuest(request: APIRequestContext, username: string, questId: number): Promise<void> {
  const headers = await authorized(username);
  const response = await request.post(`/api/adventurers/${username}/quests/${questId}/sign-up`, { headers });
  expect(response.ok(), await response.text()).toBe(true);
}

/** A long list, such as a checklist of species. */
const species = Array.from({ length: 400 }, (_, index) => ({
  value: `species_${index}`,
  label: index === 250 ? "Perlodes microcéphalus" : `Stonefly number ${index}`,
}));

/** One field of every kind, each with its difficulties. */
export const everyKind: NonNullable<QuestFormInput["protocol"]> = {
  fields: [
    {
      key: "water_temperature",
      kind: "number",
      label: { en: "Water temperature" },
      hint: "Hold the thermometer in the shade, a hand's width under the surface, for a minute.",
      heading: "Water",
      unit: "Cel",
      required: true,
      min: -2,
      max: 45,
      expected_min: 0,
      expected_max: 30,
    },
    { key: "discharge", kind: "number", label: "Discharge", unit: "L/s", min: 0, max: 5000 },
    { key: "larvae", kind: "integer", label: "Stonefly larvae", unit: "{larvae}", required: true, min: 0, max: 500 },
    {
      key: "flow",
      kind: "choice",
      label: "How does the water flow?",
      required: true,
      options: [
        { value: "still", label: "It stands still" },
        { value: "slow", label: "Slowly" },
        { value: "fast", label: "Fast, with white water" },
      ],
    },
    {
      key: "bed",
      kind: "choices",
      label: "What is the bed made of?",
      options: [
        { value: "rock", label: "Rock" },
        { value: "gravel", label: "Gravel" },
        { value: "sand", label: "Sand" },
        { value: "mud", label: "Mud" },
      ],
    },
    { key: "species", kind: "choices", label: "Which stoneflies?", heading: "Life", options: species },
    { key: "fish", kind: "yes_no", label: "Did you see fish?" },
    {
      key: "fish_notes",
      kind: "text",
      label: "What did the fish do?",
      shown_when: { field: "fish", op: "=", value: true },
    },
    { key: "site", kind: "text", label: "Site code", hint: "As on the post.", pattern: "[A-Z]{2}-\\d{3}" },
    { key: "sampled_on", kind: "date", label: "Day of the sample", min: "2026-01-01" },
    { key: "sampled_at", kind: "time", label: "Time of the sample" },
    { key: "upstream", kind: "photo", label: "Photo upstream", required: true },
    { key: "gauge", kind: "photo", label: "Photo of the gauge" },
    { key: "entry", kind: "point", label: "Where you went into the water" },
    { key: "reach", kind: "line", label: "The reach that you searched" },
  ],
  target_count: 5,
  spacing_meters: 10,
  photo: { required: true, hint: "The whole stretch, with both banks." },
};
