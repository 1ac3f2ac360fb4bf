import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import type { ReleaseDetail } from "../../contract/releases.ts";

const release: ReleaseDetail = {
  quest_id: 7,
  number: 2,
  state: "published",
  licence: "CC0-1.0",
  notes: "",
  authors: [{ name: "Ana" }],
  requested_at: "2026-11-01T10:00:00Z",
  progress: null,
  failure: null,
  published_at: "2026-11-01T10:00:00Z",
  withdrawn_at: null,
  withdrawal_reason: null,
  doi: null,
  accepted: 12,
  changes: null,
  content: {
    quest_name: "Count reeds",
    language: "en",
    translations: { ar: { quest_name: "عدّ القصب" } },
    quest_description: null,
    organization: { id: 1, organization_name: "Forest Ecology" },
    positions: "exact",
    accepted: 12,
    volunteers: 3,
    photos: 12,
    missing_photos: 0,
    first_day: "2026-02-01",
    last_day: "2026-05-01",
    box: null,
    photo_licence: null,
    contributors: [],
  },
  citation: "Ana. (2026). Count reeds, release 2 [Data set].",
  citations: [],
  address: "/quests/7/releases/2",
  files: [],
};

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

it("[ENT-06] a release has its quest's name in the reader's language, and is cited in the quest's own", async () => {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["ar"]);
  serve({ "GET /api/quests/7/releases/2": release, "GET /api/quests/7/releases": [release] });
  renderApp("/quests/7/releases/2");
  const heading = await screen.findByRole("heading", { level: 1, name: "عدّ القصب" });
  expect([heading.lang, heading.dir]).toEqual(["ar", "rtl"]);
  expect(screen.getByText(release.citation ?? "")).toBeTruthy();
});
