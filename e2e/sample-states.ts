import type { Page, Route } from "@playwright/test";
import type { Neighbour, SampleDetail } from "../src/contract/samples.ts";

/** Sample states missing in the demo, made by changing the server's answers. */

const detailPath = /\/api\/quest_data\/[0-9a-f-]+$/;
const neighboursPath = /\/api\/quest_data\/[0-9a-f-]+\/neighbours$/;

const idOf = (number: number) => `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a${String(number).padStart(2, "0")}`;
const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 10, minutes)).toISOString();

export async function changeSample(page: Page, change: (sample: SampleDetail) => Partial<SampleDetail>): Promise<void> {
  await page.route(detailPath, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const sample = (await (await route.fetch()).json()) as SampleDetail;
    return route.fulfill({ json: { ...sample, ...change(sample) } });
  });
}

/** Evidence of every weight, and neighbours on all sides. */
export async function showEvidence(page: Page): Promise<void> {
  await changeSample(page, () => ({
    evidence: [
      { code: "same_photo", weight: 10, sentence: "Bob has sent the very same photo before, on May 1, 2026." },
      { code: "too_close", weight: 4, sentence: "It is 3 m from another data point of Bob; 9 m are asked for." },
      { code: "poor_accuracy", weight: 3, sentence: "The position may be off by 42 m." },
      { code: "late", weight: 1, sentence: "It arrived after the quest had ended." },
    ],
    score: 18,
    captured_at: at(0),
  }));
  await showNeighbours(page);
}

export async function showNeighbours(page: Page): Promise<void> {
  await page.route(neighboursPath, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/\/neighbours$/, "");
    const { coordinates } = (await (await route.fetch({ url })).json()) as { coordinates: string };
    const [latitude = 0, longitude = 0] = coordinates.split(",").map(Number);
    const neighbour = (number: number, east: number, changes: Partial<Neighbour> = {}): Neighbour => ({
      id: idOf(number),
      coordinates: `${latitude + 0.00002 * number},${longitude + east / 90_000}`,
      adventurer_id: "bob",
      is_same_adventurer: false,
      distance: Math.abs(east),
      measured_at: at(3 * number),
      state: "accepted",
      measurements: [{ name: "tree_width", label: "Width", kind: "number", value: 120 + number, unit: "cm" }],
      thumbnail_presigned_url: null,
      ...changes,
    });
    const own = { is_same_adventurer: true, adventurer_id: "alice", state: "pending" } as const;
    await route.fulfill({
      json: {
        near: [neighbour(1, 3), neighbour(2, -14, own), neighbour(3, 32, { state: "denied" }), neighbour(4, -48, own)],
        before: [neighbour(5, 60, { ...own, measured_at: at(-16) }), neighbour(6, 25, { ...own, measured_at: at(-6) })],
        after: [neighbour(7, -20, { ...own, measured_at: at(5) })],
      },
    });
  });
}

/** A sample that was sent back, answered with another photo and value, and discussed. */
export async function showRevisions(page: Page): Promise<void> {
  await changeSample(page, (sample) => {
    const [latitude = 0, longitude = 0] = (sample.coordinates ?? "0,0").split(",").map(Number);
    const [key, value] =
      Object.entries(sample.additional_data ?? {}).find(([, each]) => typeof each === "number") ?? [];
    const was = (factor: number) => ({
      created_at: at(-60),
      coordinates: `${latitude + 0.0001},${longitude}`,
      accuracy: 30,
      position_source: "device" as const,
      captured_at: null,
      protocol_version: sample.protocol_version,
      additional_data: key === undefined ? {} : { ...sample.additional_data, [key]: Number(value) * factor },
      photos: sample.photos.map((photo) => ({ ...photo, sha256: "b".repeat(64) })),
    });
    const decided = { reviewed_by: "admin", undone_at: null, comment: null };
    return {
      revision: 3,
      captured_at: at(0),
      former_revisions: [
        { revision: 2, ...was(1.2) },
        { revision: 1, ...was(10) },
      ],
      reviews: [
        {
          ...decided,
          decision: "change_requested",
          comment: "The whole trunk, please, not only the bark.",
          reviewed_at: at(20),
          revision: 2,
        },
        { ...decided, decision: "accepted", reviewed_at: at(18), revision: 2, undone_at: at(19) },
        { ...decided, decision: "change_requested", comment: "151 cm?", reviewed_at: at(10), revision: 1 },
      ],
      messages: [
        { id: 1, author: "admin", is_reviewer: true, revision: 1, written_at: at(11), text: "Was it wet?" },
        {
          id: 2,
          author: "alice",
          is_reviewer: false,
          revision: 2,
          written_at: at(15),
          text: "No. I had read the tape upside down.",
        },
      ],
    };
  });
}

export const conflictSentence = "Bob accepted it on May 1, 2026, 10:25 AM.";

/** The first decision comes too late: another reviewer decided in the meantime. */
export async function showConflict(page: Page): Promise<void> {
  const theirs = { decision: "accepted" as const, comment: null, reviewed_by: "bob", reviewed_at: at(25) };
  let isDecided = false;
  await changeSample(page, (sample) =>
    isDecided ? { review: theirs, reviews: [{ ...theirs, revision: sample.revision, undone_at: null }] } : {},
  );
  await page.route(/\/review$/, (route: Route) => {
    if (isDecided) return route.fallback();
    isDecided = true;
    return route.fulfill({ status: 409, json: { code: "already_reviewed", detail: conflictSentence } });
  });
}
