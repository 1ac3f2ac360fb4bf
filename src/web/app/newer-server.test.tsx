import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  adminAnswers,
  asAdmin,
  asAdventurer,
  dataPoint,
  joined,
  quest,
  renderApp,
  sampleDetail,
  sampleRow,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import type { Auth } from "../foundation/auth/auth-context.ts";

/** What a server that is newer than this app may answer: words, kinds and fields that it does not know. */
const newer = <Of,>(of: object) => ({ ...of, depth_of_field: 3 }) as Of;

const fields = [
  { key: "track", kind: "track", label: "Track of the path", required: true },
  { key: "depth", kind: "number", label: "Depth", unit: "m" },
  { key: "why", kind: "text", label: "Why so deep", shown_when: { field: "depth", op: "far_above", value: 3 } },
];
const protocol = newer<NonNullable<ReturnType<typeof quest>["protocol"]>>({ version: 1, fields });
const cave = quest(
  newer({ quest_type: "SALT_CAVES", quest_status: "ON_HOLD", quest_difficulty: 7, protocol, protocol_version: 1 }),
);
const review = {
  decision: "escalated",
  comment: "Two of us look.",
  reviewed_by: "rita",
  reviewed_at: "2026-05-02T10:00:00Z",
};
const changes = newer<Parameters<typeof sampleDetail>[0] & object>({
  position_source: "satellite",
  review,
  reviews: [{ ...review, revision: 1, undone_at: null }],
  protocol_version: 1,
  additional_data: { track: "north ridge", depth: 4 },
});
const point = dataPoint(changes);
const evidence = [{ code: "tampered_clock", weight: 4, sentence: "The clock was set back." }] as never;
const detail = sampleDetail({
  ...changes,
  evidence,
  score: 4,
  quest: cave,
  protocol,
  capture: {
    fixes: [{ latitude: 1, longitude: 2, accuracy: null, fixed_at: null, source: "satellite" as never }],
    captured_at_device: null,
    captured_at_place: null,
    clock_offset: null,
    spacing_reason: null,
    ended_at: null,
  },
});
const row = sampleRow({ evidence, score: 4, state: "escalated" as never, review: review as never });
const contribution = {
  id: point.id,
  quest_id: 7,
  quest_name: cave.quest_name,
  coordinates: "1,2",
  created_at: point.created_at,
  captured_at: null,
  state: "escalated",
  revision: 1,
  review,
  measurements: [{ name: "track", label: "Track of the path", kind: "track", value: "north ridge", unit: null }],
  message_count: 0,
  has_news: true,
  thumbnail_presigned_url: null,
};
const own = "GET /api/adventurers/alice/quests/7";
const answers = {
  ...adminAnswers([cave]),
  "GET /api/quests": [cave],
  "GET /api/quests/clusters": [{ id: 7, quest_name: "Caves", quest_type: "SALT_CAVES", coordinates: [21.97, -159.37] }],
  "GET /api/quests/7": cave,
  "GET /api/quests/7/protocol": protocol,
  "GET /api/adventurers/alice": { id: "alice", bio: null, profile_picture_url: null },
  "GET /api/adventurers/alice/quests": [{ ...joined(), quest: cave, status: "resting" }],
  [own]: { ...joined(), quest: cave },
  [`${own}/data`]: [point],
  [`${own}/data/summary`]: {
    pending: 0,
    accepted: 0,
    denied: 0,
    change_requested: 0,
    escalated: 1,
    protocol_versions: [1],
    first_number: 1,
    places: [[21.9712, -159.3701, 8, false]],
  },
  "GET /api/adventurers/alice/contributions": [contribution],
  "GET /api/adventurers/alice/contributions/summary": {
    pending: 0,
    accepted: 0,
    denied: 0,
    change_requested: 0,
    news: 1,
  },
  [`GET /api/adventurers/alice/contributions/${point.id}`]: { ...detail, state: "escalated", quest: cave },
  "GET /api/admin/samples": [row],
  "GET /api/admin/samples/counts": {
    pending: 1,
    accepted: 0,
    denied: 0,
    change_requested: 0,
    recheck: 0,
    counted_up_to: 10_000,
  },
  "PUT /api/admin/samples/claims": { claims: [] },
  "GET /api/admin/assignments": [],
  "GET /api/admin/applications": [
    {
      quest_id: 7,
      quest_name: "Caves",
      adventurer_id: "alice",
      status: "resting",
      joined_at: point.created_at,
      completed_at: null,
    },
  ],
  "GET /api/admin/datasets": [
    {
      quest_id: 7,
      quest_name: "Caves",
      quest_type: "SALT_CAVES",
      quest_status: "ON_HOLD",
      pending: 1,
      accepted: 2,
      denied: 3,
      change_requested: 0,
    },
  ],
  "GET /api/organizations": [],
  "GET /api/organizations/1/review-reasons": [{ decision: "escalated", text: "Ask dana." }],
  [`GET /api/quest_data/${point.id}`]: detail,
  [`GET /api/quest_data/${point.id}/neighbours`]: {
    near: [
      {
        id: point.id,
        coordinates: "1,2",
        adventurer_id: "bob",
        is_same_adventurer: false,
        distance: 3.2,
        measured_at: point.created_at,
        state: "escalated",
        measurements: [],
        thumbnail_presigned_url: null,
      },
    ],
    before: [],
    after: [],
  },
};

// Fetched once, so that no test waits for it.
beforeAll(() =>
  Promise.all([
    import("./desk-routes.tsx"),
    import("../pages/admin-applications-page.tsx"),
    import("../pages/admin-datasets-page.tsx"),
    import("../pages/admin-quests-page.tsx"),
    import("../pages/admin-samples-page.tsx"),
    import("../pages/contributions-page.tsx"),
    import("../pages/contribution-page.tsx"),
    import("../pages/profile-page.tsx"),
    import("../pages/quest-detail-page.tsx"),
    import("../pages/quest-data-page.tsx"),
    import("../pages/beside-form.tsx"),
    import("../features/contributions/point-place.tsx"),
  ]),
);
beforeEach(() => standInBrowser());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(address: string, auth: Auth, words: readonly (string | RegExp)[]) {
  serve(answers);
  const view = renderApp(address, auth);
  for (const word of words) await waitFor(() => expect(view.container.textContent).toMatch(word), { timeout: 5_000 });
  expect(view.container.textContent).not.toMatch(/undefined|Something went wrong|\b[a-z]+\.[a-z]+\.[A-Z]/);
  return view;
}

describe("with a server that is newer than the app", () => {
  it.each<[string, string, (string | RegExp)[], Auth]>([
    ["the quests", "/", ["Salt caves"], asAdventurer()],
    ["a quest", "/quests/7", ["Salt caves", "On hold", "Track of the path"], asAdventurer()],
    ["one's own data points", "/quests/7/data", ["Escalated", "Satellite", "north ridge"], asAdventurer()],
    ["the profile", "/profile", ["Bark of the mango trees"], asAdventurer()],
    ["one's contributions", "/contributions", ["Escalated", "north ridge"], asAdventurer()],
    ["one contribution", `/contributions/${point.id}`, ["Escalated", "Satellite", "north ridge"], asAdventurer()],
    ["the administrators' quests", "/admin_dashboard", ["On hold"], asAdmin()],
    ["the applications", "/admin_dashboard/applications", [/resting/i], asAdmin()],
    ["the datasets", "/admin_dashboard/datasets", ["Salt caves"], asAdmin()],
    [
      "the samples",
      `/admin_dashboard/samples/${point.id}`,
      ["Tampered clock", "The clock was set back.", "Satellite"],
      asAdmin(),
    ],
  ])("%s are shown, with unknown values as plain words", async (_, address, words, auth) => {
    await open(address, auth, words);
  });

  it("a quest of a new type looks like an uncategorized one", async () => {
    const { container } = await open("/quests/7", asAdventurer(), ["Salt caves"]);
    const looks = [...container.querySelectorAll("[data-quest-type]")].map((each) =>
      each.getAttribute("data-quest-type"),
    );
    expect(new Set(looks)).toEqual(new Set(["UNCATEGORIZED"]));
  });

  it("a question of a new kind says what to do, and the rest of the form can be answered", async () => {
    await open("/quests/7/data", asAdventurer(), ["Track of the path"]);
    expect(
      await screen.findByText(
        "To answer this question, reload the app when you're online. You can save the data point without it.",
      ),
    ).toBeTruthy();
    expect(screen.getByLabelText(/Depth/)).toBeTruthy();
  });
});
