import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { SWRConfig } from "swr";
import { vi } from "vitest";
import type { QuestDataPoint } from "../src/contract/data-points.ts";
import type { AdventurerQuest } from "../src/contract/participations.ts";
import type { Quest, QuestLocation } from "../src/contract/quests.ts";
import type { TeamRole } from "../src/contract/roles.ts";
import type { SampleDetail, SampleRow } from "../src/contract/samples.ts";
import type { OwnTeam } from "../src/contract/teams.ts";
import { AppRoutes } from "../src/web/app/router.tsx";
import { type Auth, AuthContext } from "../src/web/foundation/auth/auth-context.ts";

// Files share the fetching library, whose default cache would answer for another file's server.
const { cache } = SWRConfig.defaultValue;
for (const key of cache.keys()) cache.delete(key);

/** Answers by `METHOD /path`: a body, a `Response`, or a function of the request that returns either. */
export type Answers = Record<string, unknown | ((url: URL, init: RequestInit | undefined) => unknown)>;

const visitor: Auth = {
  status: "signed_out",
  authDetails: null,
  userDetails: {},
  isLoggedIn: false,
  isAdmin: false,
  isFeatureTester: false,
  username: undefined,
  problem: undefined,
  signIn: async () => {},
  signOut: async () => {},
  endSession: () => {},
  getAccessToken: async () => undefined,
  renewAccessToken: async () => undefined,
};

export const asVisitor = (changes: Partial<Auth> = {}): Auth => ({ ...visitor, ...changes });

export const asAdventurer = (changes: Partial<Auth> = {}): Auth => ({
  ...visitor,
  status: "signed_in",
  authDetails: { username: "alice", userId: "1" },
  userDetails: { username: "alice", email: "alice@example.org" },
  isLoggedIn: true,
  username: "alice",
  ...changes,
});

export const asAdmin = (): Auth => asAdventurer({ username: "admin", isAdmin: true });

export const asReviewer = (): Auth => asAdventurer({ username: "rita" });

/** What the server answers about the roles of a person in organization 1. */
export const teamsOf = (role: TeamRole): OwnTeam[] => [
  { organization_id: 1, organization_name: "Forest Ecology", role },
];

export const asTester = (): Auth => asAdventurer({ username: "tester", isFeatureTester: true });

export function questLocation(changes: Partial<QuestLocation> = {}): QuestLocation {
  return {
    id: 11,
    quest_id: 7,
    address_line1: null,
    address_line2: null,
    locality: "Lihue",
    administrative_area: "Hawaii",
    postal_code: "96766",
    coordinates: [21.97, -159.37],
    country: "United States",
    ...changes,
  };
}

export function quest(changes: Partial<Quest> = {}): Quest {
  const id = changes.id ?? 7;
  return {
    id,
    quest_name: "Bark of the mango trees",
    quest_image: null,
    organization_id: 1,
    location_id: 11,
    quest_description: "Photograph the bark and measure the trunk.",
    quest_difficulty: 3,
    study_motivation: null,
    training_requirement: "Read the guide twice.",
    safety: "Look up before you step close.",
    equipment: "Phone with GPS\nA cloth tape",
    quest_deadline: "2031-05-09",
    adventurer_limit: 10,
    quest_status: "ACCEPTING_APPLICATIONS",
    quest_type: "TREES",
    locations: [questLocation({ quest_id: id })],
    organization: { id: 1, organization_name: "Department of Forest Ecology" },
    quest_data: [],
    adventurer_count: 4,
    active_adventurer_count: 3,
    protocol: null,
    protocol_version: null,
    target_count: (changes.quest_type ?? "TREES") === "TREES" ? 20 : null,
    ...changes,
  };
}

export const joined = (changes: Partial<Quest> = {}, status = "in_progress"): AdventurerQuest => {
  const joinedQuest = quest(changes);
  return { quest: joinedQuest, quest_id: joinedQuest.id, status, data_point_count: 0 };
};

/** The data point's own photo, at its addresses. */
function photosOf({
  image_data_presigned_url: image = "/api/photos/1/display",
  thumbnail_presigned_url: thumbnail = "/api/photos/1/thumbnail",
}: Partial<QuestDataPoint>): QuestDataPoint["photos"] {
  if (image === null) return [];
  const sha256 = "a".repeat(64);
  return [{ key: "file", image_data_presigned_url: image, thumbnail_presigned_url: thumbnail ?? image, sha256 }];
}

/** Sent by alice, not yet reviewed. */
export function dataPoint(changes: Partial<QuestDataPoint> = {}): QuestDataPoint {
  return {
    id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
    data_url: null,
    data_type: "image",
    coordinates: "21.9712,-159.3701",
    adventurer_id: "alice",
    quest_id: 7,
    additional_data: { tree_width: 187.5 },
    image_data_presigned_url: "/api/photos/1/display",
    thumbnail_presigned_url: "/api/photos/1/thumbnail",
    accuracy: 8,
    fixed_at: null,
    position_source: "device",
    sha256: null,
    created_at: "2026-05-01T10:00:00Z",
    review: null,
    protocol_version: null,
    photos: photosOf(changes),
    captured_at: null,
    late: false,
    edited_at: null,
    revision: 1,
    ...changes,
  };
}

/** A sample as reviewers receive it. */
export function sampleDetail(changes: Partial<SampleDetail> = {}): SampleDetail {
  return {
    ...dataPoint(),
    capture: {
      fixes: [],
      captured_at_device: null,
      captured_at_place: null,
      clock_offset: null,
      spacing_reason: null,
      ended_at: null,
    },
    changes: [],
    evidence: [],
    score: 0,
    former_revisions: [],
    messages: [],
    claim: null,
    quest: quest(),
    adventurer_quest: {
      adventurer_id: "alice",
      quest_id: 7,
      status: "in_progress",
      adventurer: { id: "alice", bio: null, profile_picture_url: null },
    },
    reviews: [],
    exif_coordinates: null,
    protocol: null,
    ...changes,
  };
}

export function sampleRow(changes: Partial<SampleRow> = {}): SampleRow {
  return {
    id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
    quest_id: 7,
    quest_name: "Bark of the mango trees",
    organization_id: 1,
    coordinates: "21.9712,-159.3701",
    accuracy: 8,
    adventurer_id: "alice",
    created_at: "2026-05-01T10:00:00Z",
    state: "pending",
    revision: 1,
    edited_at: null,
    review: null,
    measurements: [{ name: "tree_width", label: "Circumference", kind: "number", value: 187.5, unit: "cm" }],
    evidence: [],
    score: 0,
    claim: null,
    thumbnail_presigned_url: null,
    image_data_presigned_url: null,
    ...changes,
  };
}

/** Converts local `YYYY-MM-DDTHH:MM` to the API's format. */
export const localInstant = (moment: string) => new Date(moment).toISOString();

export const refusal = (status: number, code: string, detail = "No.") =>
  new Response(JSON.stringify({ code, detail }), { status });

export const clientConfiguration = {
  oidc: {
    issuer: "http://localhost:3000",
    client_id: "cairn-web",
    audience: "urn:cairn:api",
    scopes: "email profile openid",
    authorization_parameters: "",
    redirect_uri: "http://localhost:3000/",
    sign_out_uri: "http://localhost:3000/",
    groups_separator: null,
    groups_claim: "cognito:groups",
    reviewers_prefix: "reviewers:",
    reviewers_by_name: false,
    username_claim: "username",
    logout_style: "oidc",
    logout_url: null,
  },
  tile_url: "https://tiles.example/{z}/{x}/{y}.png",
  languages: [{ code: "en", name: "English", share: 1, version: "1a" }],
  tile_attribution: "© OpenStreetMap contributors",
  plant_id_configured: false,
  terms_url: null,
  organizations: "on_request" as const,
  archive_url: null as string | null,
};

/** Answers for the administrators' home; quests are found by their own and their organization's name. */
export function adminAnswers(quests: readonly Quest[]): Answers {
  const found = (url: URL) =>
    quests.filter(
      ({ quest_name, organization, quest_status, protocol_version }) =>
        `${quest_name} ${organization.organization_name}`
          .toLowerCase()
          .includes((url.searchParams.get("q") ?? "").toLowerCase()) &&
        (url.searchParams.get("status") ?? quest_status) === quest_status &&
        (url.searchParams.get("protocol") === null || protocol_version !== null),
    );
  const pointsOf = ({ quest_data }: Quest, state: string) =>
    quest_data.filter(({ review }) => (review?.decision ?? "pending") === state).length;
  return {
    "GET /api/admin/quests/summaries": (url: URL) =>
      found(url).map((quest) => ({
        id: quest.id,
        quest_name: quest.quest_name,
        quest_status: quest.quest_status,
        quest_type: quest.quest_type,
        quest_deadline: quest.quest_deadline,
        organization_name: quest.organization.organization_name,
        locality: quest.locations[0]?.locality ?? null,
        country: quest.locations[0]?.country ?? null,
        adventurer_limit: quest.adventurer_limit,
        adventurer_count: quest.adventurer_count,
        active_adventurer_count: quest.active_adventurer_count,
        sample_count: quest.quest_data.length,
        pending_count: pointsOf(quest, "pending"),
        accepted_count: pointsOf(quest, "accepted"),
        published_at: quest.quest_status === "INACTIVE" ? null : "2026-05-01T08:00:00Z",
        archived_at: null,
      })),
    "GET /api/admin/quests/counts": (url: URL) => ({
      found: found(url).length,
      quests: quests.length,
      adventurers: quests.reduce((sum, { adventurer_count }) => sum + adventurer_count, 0),
      data_points: quests.reduce((sum, { quest_data }) => sum + quest_data.length, 0),
    }),
    ...Object.fromEntries(quests.map((quest) => [`GET /api/quests/${quest.id}`, { ...quest, quest_data: [] }])),
  };
}

/** All own data points, given oldest first, as the server returns them in one part. */
export const ownPart = (points: readonly QuestDataPoint[]) =>
  points.map((point, index) => ({ ...point, number: index + 1 })).reverse();

/** Fakes the server. Promises that never settle keep a screen loading. */
export function serve(answers: Answers) {
  const all: Answers = {
    "GET /api/config": clientConfiguration,
    "GET /api/account/teams": [],
    "GET /api/quests": [],
    "GET /api/quests/clusters": [],
    ...answers,
  };
  const fetchMock = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input), "http://localhost");
    const key = `${init?.method ?? "GET"} ${url.pathname}`;
    if (!(key in all)) return refusal(404, "not_found", `${key} is not served.`);
    const answer = all[key];
    const body = await (typeof answer === "function" ? answer(url, init) : answer);
    if (body instanceof Response) return body.clone();
    const isOwnPart = /\/quests\/\d+\/data$/.test(url.pathname) && url.searchParams.has("limit");
    return new Response(JSON.stringify(isOwnPart ? ownPart(body as QuestDataPoint[]) : body));
  });
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

/** What was sent by this method. */
export const sentBy = (method: string, mock: ReturnType<typeof serve>) =>
  mock.mock.calls.flatMap(([, init]) => (init?.method === method ? [JSON.parse(String(init.body))] : []));

export const never = () => new Promise(() => {});

/** Fakes the window size and media preferences, and what jsdom lacks. */
export function standInBrowser({ wide = true, reducedMotion = true } = {}): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("min-width") ? wide : query.includes("reduced-motion") ? reducedMotion : false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  // pigeon-maps measures its size and looks up the element under the pointer.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 1000, 800));
  document.elementFromPoint = () => document.querySelector(".pigeon-overlays");
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
}

/**
 * Renders the whole app at an address for a user; `address()` is the current one. Its cache is separate unless
 * `sharesCache`: it then also sees changes made outside of its components, and other tests' data.
 */
export function renderApp(path: string, auth: Auth = asVisitor(), { sharesCache = false } = {}) {
  let current = path;
  function Address() {
    const { pathname, search } = useLocation();
    current = `${pathname}${search}`;
    return null;
  }
  const view = render(
    <SWRConfig value={sharesCache ? {} : { provider: () => new Map() }}>
      <MemoryRouter initialEntries={[path]}>
        <AuthContext value={auth}>
          <Address />
          <AppRoutes />
        </AuthContext>
      </MemoryRouter>
    </SWRConfig>,
  );
  return { ...view, address: () => current };
}

/** Renders a part of a page, with a cache of its own. */
export const renderAlone = (part: ReactNode) =>
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>{part}</SWRConfig>
    </MemoryRouter>,
  );

export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

export const openDialog = async () => within(await screen.findByRole("dialog"));
