import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as z from "zod/mini";
import { clientConfiguration, joined, quest, sampleDetail } from "../../../test/web-app.tsx";
import { type CallName, calls } from "../../contract/calls.ts";
import { readAnswer } from "./answers.ts";
import { ApiError } from "./api-error.ts";

const review = {
  decision: "denied",
  comment: null,
  reviewed_by: "admin",
  reviewed_at: "2026-05-02T10:00:00Z",
} as const;
const sample = sampleDetail({ review, reviews: [review], quest: quest({ quest_data: [sampleDetail()] }) });
const plants = { results: [{ score: 0.5, species: { scientificName: "Mangifera indica", commonNames: ["mango"] } }] };

/** What a sound server answers. */
const sound: { [Name in CallName]?: unknown } = {
  getClientConfiguration: clientConfiguration,
  listQuests: [quest(), quest({ id: 8, adventurer_limit: null, quest_data: [sampleDetail()] })],
  listQuestMarkers: [{ id: 7, quest_name: "Bark", quest_type: "TREES", coordinates: [21.97, -159.37] }],
  listAdventurerQuests: [joined()],
  getQuest: quest(),
  listAdminQuests: [sample.quest],
  createQuest: quest(),
  updateQuest: quest(),
  setQuestImage: quest({ quest_image: "/api/covers/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01?signature=s" }),
  deleteQuestImage: quest(),
  getQuestProtocol: {
    version: 2,
    fields: [{ key: "depth", kind: "number", label: { en: "Depth" }, unit: "m", min: 0 }],
  },
  importProtocol: {
    protocol: {
      fields: [{ key: "shore", kind: "choice", label: "Shore", options: [{ value: "sand", label: "Sand" }] }],
    },
    report: [
      { level: "warning", sheet: "survey", row: 2, column: "type", message: "“audio” was left out." },
      { level: "error", sheet: null, row: null, column: null, message: "The workbook has no sheet “survey”." },
    ],
  },
  searchPlaces: [
    { name: "Rye", administrative_area: "England", country: "United Kingdom", coordinates: [50.95, 0.73] },
    { name: "Rye", administrative_area: null, country: "Denmark", coordinates: [56.08, 9.66] },
  ],
  getAdventurer: { id: "alice", bio: null, profile_picture_url: null },
  getAdventurerQuest: joined(),
  joinQuest: joined(),
  updateAdventurerQuest: joined({}, "completed"),
  listDataPoints: [sampleDetail({ additional_data: { tree_width: 3, lichen: "much", plant_id_data: plants } })],
  uploadDataPoint: sampleDetail({ additional_data: null }),
  editDataPoint: sampleDetail({
    late: true,
    captured_at: "2026-05-01T08:00:00.000Z",
    edited_at: "2026-05-02T08:00:00.000Z",
  }),
  getSample: sample,
  listSamples: [
    {
      id: sample.id,
      quest_id: 7,
      quest_name: "Bark",
      coordinates: null,
      adventurer_id: "alice",
      created_at: sample.created_at,
      state: "pending",
      thumbnail_presigned_url: null,
    },
  ],
  reviewSample: sample,
  listPoorGpsReports: [
    { id: 1, coordinates: [1, 2], highAccuracySolved: true, sameAsNative: false, location: "here", details: null },
  ],
  reportPoorGps: {
    id: 1,
    coordinates: [1, 2],
    highAccuracySolved: true,
    sameAsNative: false,
    location: "here",
    details: "deep in a gorge",
  },
  identifyPlant: { ...plants, remainingIdentificationRequests: 12 },
  listOrganizations: [{ id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" }],
  createOrganization: { id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" },
  updateOrganization: { id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" },
  listApplications: [
    {
      quest_id: 7,
      quest_name: "Bark",
      adventurer_id: "alice",
      status: "completed",
      joined_at: "2026-05-01T10:00:00Z",
      completed_at: null,
    },
  ],
  listDatasets: [
    {
      quest_id: 7,
      quest_name: "Bark",
      quest_type: "TREES",
      quest_status: "IN_PROGRESS",
      pending: 1,
      accepted: 2,
      denied: 3,
      change_requested: 0,
    },
  ],
  importRescue: {
    points: [
      { id: sample.id, result: "stored" },
      { id: "", result: "refused", code: "photo_required", detail: "The photo is not in the bundle." },
    ],
  },
  getSettings: [{ name: "PORT", value: "3000" }],
};

const answered = Object.entries(calls).flatMap(([name, call]) =>
  "response" in call ? [[name as CallName, call.response as z.ZodMiniType] as const] : [],
);

const read = (name: CallName, answer: unknown) => readAnswer(name, { status: 200, text: JSON.stringify(answer) });
const isTaken = async (name: CallName, answer: unknown) => {
  try {
    await read(name, answer);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
};

/** The places in an answer, each as the way to it. */
function placesIn(value: unknown, way: string[] = []): string[][] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [way, ...parts.flatMap(([key, part]) => placesIn(part, [...way, key]))];
}

function withChange(value: unknown, [key, ...rest]: string[], change: unknown): unknown {
  if (key === undefined) return change;
  const copy = structuredClone(value) as Record<string, unknown>;
  if (rest.length === 0 && change === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = withChange(copy[key], rest, change);
  return copy;
}

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
});

describe("an answer", () => {
  it.each(answered)("of %s is taken as the contract has it", async (name, schema) => {
    expect(schema.safeParse(sound[name]).success).toBe(true);
    expect(await read(name, sound[name])).toEqual(sound[name]);
  });

  it.each(answered)("of %s is refused wherever the contract's schema refuses it", async (name, schema) => {
    const places = placesIn(sound[name]);
    const strange = fc.constantFrom<unknown>(
      undefined,
      null,
      true,
      0,
      -1,
      1.5,
      91,
      2_147_483_648,
      "",
      "TREES",
      "x".repeat(300),
      [],
      [1],
      [1, 2],
      [1, 2, 3],
      {},
      { id: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), strange, async (place, change) => {
        const answer = withChange(sound[name], place, change);
        if (answer === undefined) return;
        expect([place, change, await isTaken(name, answer)]).toEqual([place, change, schema.safeParse(answer).success]);
      }),
      { numRuns: 300 },
    );
  });

  it("may hold more than the contract says", async () => {
    expect(await read("getQuest", { ...quest(), depth_meters: 3 })).toMatchObject({ depth_meters: 3 });
  });

  it("says on the console where it is wrong", async () => {
    const { organization, ...rest } = quest();
    const wrong = [quest(), { ...rest, organization: { ...organization, id: "1" } }];
    await expect(read("listQuests", wrong)).rejects.toThrow(ApiError);
    expect(console.error).toHaveBeenCalledWith("The answer to listQuests is not the contract's, at 1.organization.id.");
  });

  it("of a proxy, in words, is refused", async () => {
    const text = "<html>Service unavailable</html>";
    await expect(readAnswer("listQuests", { status: 200, text })).rejects.toThrow(ApiError);
    await expect(readAnswer("listQuests", { status: 502, text })).rejects.toMatchObject({ status: 502, info: text });
  });
});
