import { expect, type Locator, type Page, type Route } from "@playwright/test";
import sharp from "sharp";
import type { ContributionDetail } from "../src/contract/contributions.ts";
import type { Lesson, LessonState } from "../src/contract/lessons.ts";
import type { QuestProgress } from "../src/contract/quest-progress.ts";
import type { Quest } from "../src/contract/quests.ts";
import type { Release, ReleaseDetail } from "../src/contract/releases.ts";
import type { PublicPoint, QuestResults } from "../src/contract/results.ts";
import type { TeamStation } from "../src/contract/stations.ts";
import { makePdf } from "../test/make-pdf.ts";
import { makePhoto } from "../test/make-photo.ts";
import type { DemoUser } from "./harness.ts";
import { newerKinds, quickForm, speciesList } from "./newer-kinds.ts";
import { fillOutbox } from "./outbox.ts";
import { createList, createPicture, createQuest, createSound, joinQuest } from "./protocol-quests.ts";
import * as states from "./sample-states.ts";
import { walk } from "./walk.ts";

/** A screen in one of its states. */
export type Screen = {
  name: string;
  as?: DemoUser;
  /** `{id}` is the quest whose name contains `quest`, or that it makes. */
  path: string;
  quest?: string | ((page: Page) => Promise<Quest>);
  /**
   * Where a page has only another message or question than in another of its states, what follows from its layout isn't
   * looked at again: other languages, long words, wide windows, high contrast.
   */
  look?: "brief";
  arrange?: (page: Page) => Promise<unknown>;
  /** Brings the page to the state. */
  act?: (page: Page) => Promise<unknown>;
};

/** Address of a screen, for `page.goto`. */
export async function addressOf({ path, quest }: Screen, page: Page): Promise<string> {
  if (!quest) return path;
  if (typeof quest === "function") return path.replace("{id}", String((await quest(page)).id));
  const quests: Quest[] = await (await page.request.get("/api/quests")).json();
  const found = quests.find(({ quest_name: name }) => name.includes(quest));
  if (!found) throw new Error(`The demo has no quest ${quest}.`);
  return path.replace("{id}", String(found.id));
}

const brief = (screen: Screen): Screen => ({ ...screen, look: "brief" });

const trees = "Blue Ridge";
const never = () => new Promise<void>(() => {});
const refuse = (status: number) => (route: Route) =>
  route.fulfill({ status, json: { code: "internal_error", detail: "Something went wrong." } });
const answer = (json: unknown) => (route: Route) => route.fulfill({ json });

/** In Finnish, but for its description, and with translations. */
async function inLanguages(route: Route): Promise<void> {
  const quest: Quest = await (await route.fetch()).json();
  const en = { quest_description: quest.quest_description ?? "" };
  const translations = { en, ar: { quest_name: "أشجار بلو ريدج", safety: "انتبه للنحل." } };
  await route.fulfill({ json: { ...quest, language: "fi", translations } });
}

/** Makes the app believe that accounts are at another provider. */
async function signInElsewhere(route: Route): Promise<void> {
  const json = await (await route.fetch()).json();
  await route.fulfill({ json: { ...json, oidc: { ...json.oidc, issuer: "https://id.example.org/realms/field" } } });
}

const safariOnIphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";
const carryIphone = (userAgent: string) => (page: Page) =>
  page.addInitScript((told) => Object.defineProperty(navigator, "userAgent", { value: told }), userAgent);

const see = (text: string | RegExp) => (page: Page) =>
  expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
export const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

/** Screens have no service worker: a subscription of this browser, and what the person allowed. */
const notifications = (permission: NotificationPermission, isOn: boolean) => (page: Page) =>
  page.addInitScript(
    ({ permission, subscription }) => {
      const registration = { pushManager: { getSubscription: async () => subscription } };
      Object.defineProperty(navigator.serviceWorker, "getRegistration", { value: async () => registration });
      Object.defineProperty(Notification, "permission", { value: permission });
    },
    { permission, subscription: isOn ? { endpoint: "https://push.example.org/1" } : null },
  );

/** On the data screen: undelivered data points of this quest. */
async function fillOwnQuest(page: Page, completions: Parameters<typeof fillOutbox>[4] = []): Promise<void> {
  await see("Upload New Data Point")(page);
  await fillOutbox(page, "alice", trees, [{ state: "waiting" }, { state: "waiting" }], completions);
  await see("On this phone")(page);
}

/** Keeps photos like those that the service worker takes from the phone's gallery. */
async function fillGallery(page: Page): Promise<void> {
  const photos = [];
  for (const uniqueSeed of ["gallery 1", "gallery 2", "gallery 3"]) {
    photos.push((await makePhoto({ uniqueSeed, width: 320, height: 240 })).toString("base64"));
  }
  await page.evaluate(async (photos) => {
    const opening = indexedDB.open("cairn-gallery", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("photos", { keyPath: "id", autoIncrement: true });
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const transaction = opening.result.transaction("photos", "readwrite");
    const store = transaction.objectStore("photos");
    for (const [index, photo] of photos.entries()) {
      const bytes = new Blob([Uint8Array.from(atob(photo), (each) => each.charCodeAt(0))]);
      store.put({ name: `bob-${index}.jpg`, type: "image/jpeg", sizeBytes: 1, bytes, number: index + 1, count: 3 });
    }
    store.put({ name: "alice.mp4", type: "video/mp4", sizeBytes: 1, bytes: null, number: 0, count: 0 });
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    opening.result.close();
  }, photos);
  await page.reload();
}

const accessToken = {
  id: 2,
  name: "tester",
  scope: "write",
  created_at: "2026-05-01T10:00:00Z",
  expires_at: "2036-05-01T10:00:00Z",
  last_used_at: "2026-05-20T10:00:00Z",
};
const accessTokens = [accessToken, { ...accessToken, id: 1, name: "alice", scope: "read", last_used_at: null }];

function showTokens(page: Page): Promise<unknown> {
  return page.route("**/api/account/tokens", (route) => {
    const made = { ...accessToken, token: "cairn_4fQzYqB0m4p9cP0S0c4u8K1mQ3yX7vWb2nT5rL6eJ9A" };
    return route.fulfill({ json: route.request().method() === "POST" ? made : accessTokens });
  });
}

const lesson: Lesson = {
  version: 2,
  asked: "before_first",
  cards: [
    { key: "bad", text: "tester", example: { is_good: false, reason: "alice" } },
    {
      key: "choice",
      text: "tester",
      choice: {
        options: [
          { text: "alice", is_right: true, reason: "tester" },
          { text: "bob", is_right: false, reason: "tester" },
        ],
      },
    },
    {
      key: "several",
      text: "tester",
      choice: {
        options: [
          { text: "alice", is_right: true },
          { text: "bob", is_right: true },
          { text: "tester", is_right: false },
        ],
      },
    },
    { key: "value", text: "tester", value: { unit: "cm", reference: 12.5, tolerance: 0.5, reason: "alice" } },
  ],
};
async function showLesson(page: Page, state: Partial<LessonState> = {}): Promise<void> {
  await page.route("**/api/quests/*/lesson", answer(lesson));
  await page.route(/\/api\/adventurers\/alice\/quests\/\d+$/, async (route) => {
    const record = await (await route.fetch()).json();
    await route.fulfill({ json: { ...record, lesson: { version: 2, cards: 4, ...state } } });
  });
}
/** Goes on, with right answers. */
const learn = (steps: string[]) => async (page: Page) => {
  for (const name of steps) await press(name)(page);
};
const lessonScreen = (name: string, act: NonNullable<Screen["act"]>): Screen => ({
  name: `lesson${name}`,
  as: "alice",
  path: "/quests/{id}/lesson",
  quest: trees,
  arrange: (page) => showLesson(page),
  act,
});

const fieldMapScreen = (name: string, act: NonNullable<Screen["act"]>): Screen => ({
  name: `field-map${name}`,
  as: "alice",
  path: "/quests/{id}/map",
  quest: trees,
  act,
});
const lessonEditorScreen = (name: string, act: NonNullable<Screen["act"]>, shown?: Lesson): Screen => ({
  name: `admin-lesson${name}`,
  as: "admin",
  path: "/admin_dashboard/quests/{id}/lesson",
  quest: trees,
  arrange: async (page) => {
    if (shown) await page.route("**/api/quests/*/lesson", answer(shown));
  },
  act,
});
/** Each card's first button opens it. */
const openCard = (number: number) => (page: Page) =>
  page
    .locator("[data-card]")
    .nth(number - 1)
    .locator("button")
    .first()
    .click();

const teamStations: TeamStation[] = [
  { id: 1, code: "1", name: "tester", latitude: 47, longitude: 8, data_point_count: 0 },
  {
    id: 2,
    code: "2",
    name: "alice",
    latitude: 47,
    longitude: 8,
    data_point_count: 3,
    measured_at: "2026-05-03T12:00:00Z",
    retired_at: "2026-06-03T12:00:00Z",
  },
];

const webhook = {
  id: 1,
  address: "https://lab.example/cairn/hook",
  events: ["point.accepted", "point.withdrawn", "release.published"],
  created_at: "2026-05-01T10:00:00Z",
  off: null,
  failing_since: null,
  last_delivered_at: null,
};
const webhooks = [
  webhook,
  { ...webhook, id: 2, address: "https://lab.example/2", last_delivered_at: "2026-05-02T10:00:00Z" },
  { ...webhook, id: 3, address: "https://lab.example/3", failing_since: "2026-05-02T10:00:00Z" },
  { ...webhook, id: 4, address: "https://lab.example/4", off: { at: "2026-05-02T10:00:00Z", reason: "team" } },
  { ...webhook, id: 5, address: "https://lab.example/5", off: { at: "2026-05-02T10:00:00Z", reason: "gone" } },
];
const delivery = {
  id: 5,
  message_id: "msg_0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
  event: "point.accepted",
  occurred_at: "2026-05-02T10:00:00Z",
  state: "delivered",
  attempts: 1,
  last_attempt_at: "2026-05-02T10:00:01Z",
  last_status: 204,
  last_failure: null,
  next_attempt_at: null,
};
const failed = { state: "failed", attempts: 10 };
const webhookDeliveries = [
  { ...delivery, state: "waiting", attempts: 0, last_status: null, next_attempt_at: "2026-05-02T10:00:05Z" },
  delivery,
  { ...delivery, ...failed, event: "point.withdrawn", last_status: 302, last_failure: "redirected" },
  { ...delivery, ...failed, event: "release.published", last_status: null, last_failure: "timed_out" },
  { ...delivery, ...failed, last_status: null, last_failure: "no_connection" },
  { ...delivery, ...failed, last_status: null, last_failure: "not_public" },
].map((each, index) => ({ ...each, id: 9 - index }));

async function showWebhooks(page: Page, shown: object[] = webhooks): Promise<void> {
  await page.route("**/api/quests/*/progress", answer(nothingHappened));
  await page.route("**/api/quests/*/webhooks/*/deliveries?*", answer(webhookDeliveries));
  await page.route("**/api/quests/*/webhooks", (route) => {
    const made = { ...webhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKY0=" };
    return route.fulfill({ json: route.request().method() === "POST" ? made : shown });
  });
}
const webhookButtons = ["deliveries", "change", "remove"] as const;
const inWebhooks = (button: (typeof webhookButtons)[number], address: string) => async (page: Page) => {
  const row = page.getByRole("row").filter({ hasText: address });
  await row.getByRole("button").nth(webhookButtons.indexOf(button)).click();
  await expect(page.getByRole("dialog")).toBeVisible();
};
const webhookScreen = (name: string, act: NonNullable<Screen["act"]>, shown?: object[]): Screen => ({
  name: `quest-webhooks${name}`,
  as: "admin",
  path: "/admin_dashboard/quests/{id}",
  quest: trees,
  arrange: (page) => showWebhooks(page, shown),
  act,
});

const release: Release = {
  quest_id: 1,
  number: 2,
  state: "published",
  licence: "CC-BY-4.0",
  notes: "",
  authors: [{ name: "alice", orcid: "0000-0002-1825-0097" }, { name: "bob" }],
  requested_at: "2026-05-02T10:00:00Z",
  progress: null,
  failure: null,
  published_at: "2026-05-02T10:00:00Z",
  withdrawn_at: null,
  withdrawal_reason: null,
  doi: null,
  accepted: 340,
  changes: { added: 40, changed: 3, removed: 1 },
};
const releases: Release[] = [
  {
    ...release,
    number: 3,
    state: "building",
    progress: { done: 120, total: 400 },
    published_at: null,
    accepted: null,
    changes: null,
  },
  release,
  {
    ...release,
    number: 1,
    state: "withdrawn",
    withdrawn_at: "2026-05-03T10:00:00Z",
    withdrawal_reason: "alice",
    changes: null,
  },
];
const releaseFormats = ["data-package", "darwin-core", "geoparquet", "csv", "geojson", "photos"] as const;
const releaseDetail: ReleaseDetail = {
  ...release,
  content: {
    quest_name: "Bark and Girth of the Blue Ridge",
    quest_description: null,
    organization: { id: 1, organization_name: "Department of Forest Ecology" },
    positions: 0.01,
    accepted: 340,
    volunteers: 14,
    photos: 352,
    missing_photos: 1,
    first_day: "2026-02-01",
    last_day: "2026-05-01",
    box: [-82.6, 35.4, -78.4, 38.7],
    photo_licence: { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
    contributors: ["alice", "Nova Trees"],
  },
  citation:
    "alice & bob. (2026). Bark and Girth of the Blue Ridge, release 2 [Data set]. https://doi.org/10.5281/zenodo.1",
  citations: [
    { format: "bibtex", address: "/api/quests/1/releases/2/citation?format=bibtex" },
    { format: "datacite", address: "/api/quests/1/releases/2/citation?format=datacite" },
  ],
  address: "/quests/1/releases/2",
  files: releaseFormats.map((format, index) => ({
    name: `quest-1-release-2-${format}`,
    format,
    media_type: "application/zip",
    bytes: 10 ** (index + 4),
    sha256: "8620bbbff0c4848c991e85bebac3282b7737ad54d7d3fa7c98b42c2a385c54fc",
    address: `/api/quests/1/releases/2/files/quest-1-release-2-${format}`,
  })),
};

const deposit = {
  state: "waiting",
  archive: "https://zenodo.org",
  progress: { done: 120, total: 400 },
  failure: null,
  answer: null,
} as const;
const deposits: Release[] = [
  { ...release, number: 4 },
  {
    ...release,
    number: 3,
    deposit: { ...deposit, state: "failed", progress: null, failure: "refused", answer: "alice" },
  },
  { ...release, number: 2, deposit },
  { ...release, number: 1, doi: "10.5281/zenodo.1", deposit: { ...deposit, state: "deposited", progress: null } },
];
async function offerDeposits(page: Page): Promise<void> {
  await page.route("**/api/config", async (route) => {
    const config = await (await route.fetch()).json();
    await route.fulfill({ json: { ...config, archive_url: deposit.archive } });
  });
}

async function showReleases(page: Page, shown: Partial<ReleaseDetail> = {}, all = releases): Promise<void> {
  await page.route("**/api/quests/*/progress", answer(nothingHappened));
  await page.route("**/api/quests/*/releases", answer(all));
  await page.route("**/api/quests/*/releases/*", answer({ ...releaseDetail, ...shown }));
}
const releaseScreen = (name: string, act: NonNullable<Screen["act"]>, all?: Release[]): Screen => ({
  name: `quest-releases${name}`,
  as: "admin",
  path: "/admin_dashboard/quests/{id}",
  quest: trees,
  arrange: (page) => showReleases(page, {}, all),
  act,
});

const organizationPage = {
  id: 1,
  organization_name: "Department of Forest Ecology",
  about: "We look after the forests of the valley.\n\nSince 1987 volunteers have measured 12,000 trees with us.",
  web_site: "https://forest.example/",
  contact: "hello@forest.example",
  logo: null,
  quests: 4,
  participations: 1204,
  data_points: 20517,
  accepted_data_points: 18900,
};
const questResults: QuestResults = {
  quest_id: 1,
  quest_name: "Bark and Girth of the Blue Ridge",
  organization: { id: 1, organization_name: "Department of Forest Ecology" },
  positions: 0.01,
  as_of: "2026-11-20T10:00:00Z",
  accepted: 340,
  volunteers: 14,
  places: 23,
  first_day: "2026-09-07",
  last_day: "2026-11-19",
  target: 500,
  over_time: {
    unit: "week",
    steps: [12, 40, 61, 30, 0, 22, 48, 55, 37, 20, 15].flatMap((count, index) =>
      count > 0 ? [{ from: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10), count }] : [],
    ),
  },
  box: [-82.6, 35.4, -82.2, 35.7],
  fields: [
    {
      key: "width",
      group: null,
      kind: "number",
      unit: "cm",
      label: "tester",
      count: 338,
      numbers: {
        min: 12.5,
        max: 287,
        median: 94,
        bins: [14, 44, 79, 88, 51, 27, 20, 9, 4, 0, 2].map((count, index) => ({
          from: 25 * index,
          to: 25 * (index + 1),
          count,
        })),
      },
    },
    {
      key: "signs",
      group: null,
      kind: "choices",
      unit: null,
      label: "alice",
      count: 301,
      options: [
        { value: "a", label: "Leaning", count: 188 },
        { value: "b", label: "Broken branches", count: 120 },
        { value: "c", label: "Fungus", count: 0 },
      ],
      others: 12,
    },
    {
      key: "dead",
      group: null,
      kind: "yes_no",
      unit: null,
      label: "bob",
      count: 340,
      options: [
        { value: "false", label: "false", count: 312 },
        { value: "true", label: "true", count: 28 },
      ],
    },
    {
      key: "planted",
      group: null,
      kind: "date",
      unit: null,
      label: "admin",
      count: 9,
      months: [
        { month: "2025-03", count: 2 },
        { month: "2025-10", count: 5 },
        { month: "2026-03", count: 2 },
      ],
    },
    { key: "remarks", group: null, kind: "text", unit: null, label: "Cairn", count: 41 },
  ],
  contributors: [
    { name: "Nova Trees", count: 120 },
    { name: "alice", count: 61 },
  ],
  closed_fields: 2,
  photo_licence: { name: "CC BY 4.0", address: "https://creativecommons.org/licenses/by/4.0/" },
};

/** Answers of a quest with public results, and its newest data points. */
async function showResults(page: Page): Promise<void> {
  const points: PublicPoint[] = Array.from({ length: 14 }, (_, index) => ({
    id: `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a${10 + index}`,
    protocol_version: null,
    day: `2026-10-${29 - index}`,
    measured_at: null,
    coordinates: [35.42 + (index % 5) / 20, -82.58 + (index % 4) / 10],
    uncertainty_meters: 722,
    credit: index % 3 === 0 ? "Nova Trees" : null,
    additional_data: { tree_width: 60 + 7 * index },
    files:
      index % 2 === 0
        ? [{ key: "file", kind: "photo", address: "/api/photos/1/display", thumbnail: "/api/photos/1/thumbnail" }]
        : [],
  }));
  const body = await makePhoto({ width: 320, height: 320 });
  await page.route("**/api/photos/1/*", (route) => route.fulfill({ body, contentType: "image/jpeg" }));
  await page.route("**/api/quests/*/results/points?*", answer(points));
  await showReleases(page);
  await page.route(
    "**/api/quests/*/results/clusters?*",
    answer([
      { coordinates: [35.5, -82.5], count: 118, box: [-82.58, 35.42, -82.38, 35.62] },
      { coordinates: [35.42, -82.58], count: 63, box: [-82.6, 35.4, -82.5, 35.5] },
      { coordinates: [35.62, -82.28], count: 1, box: [-82.28, 35.62, -82.28, 35.62] },
    ]),
  );
  await page.route("**/api/quests/*/results", answer(questResults));
}

const invitationOffer = {
  state: "open",
  organization_name: "Department of Forest Ecology",
  role: "coordinator",
  anyone: false,
  invited_by: "admin",
  expires_at: "2026-12-04T10:00:00Z",
};
const showInvitation =
  (changes: Partial<typeof invitationOffer> = {}) =>
  (page: Page) =>
    page.route("**/api/invitations/*", answer({ ...invitationOffer, ...changes }));

async function showMembers(page: Page): Promise<void> {
  const since = "2026-11-02T10:00:00Z";
  await page.route(
    "**/api/organizations/*/members",
    answer([
      { username: "admin", role: "owner", from: "team", since },
      { username: "bob", role: "reviewer", from: "team", since },
      { username: "tester", role: "coordinator", from: "group", since },
    ]),
  );
  const open = { role: "reviewer", invited_by: "admin", created_at: since, expires_at: "2026-11-09T10:00:00Z" };
  await page.route("**/api/organizations/*/invitations", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 201,
          json: { id: 3, address: `https://cairn.example.org/invitations/${"aZ3_".repeat(10)}abc`, mail: "none" },
        })
      : route.fulfill({
          json: [
            { ...open, id: 2, email: null, anyone: true, mail: "none" },
            { ...open, id: 1, email: "nova@example.org", anyone: false, mail: "failed" },
          ],
        }),
  );
  const entry = { at: since, actor: "admin", as_administrator: false, person: null, role: "reviewer" };
  await page.route(
    "**/api/organizations/*/log*",
    answer([
      { ...entry, id: 3, action: "invitation_revoked" },
      { ...entry, id: 2, actor: "bob", action: "invitation_accepted", person: "bob" },
      { ...entry, id: 1, as_administrator: true, action: "member_added", person: "alice", role: "owner" },
    ]),
  );
}
const organizationRequests = [
  {
    id: 2,
    requested_by: "alice",
    requested_at: "2026-11-20T10:00:00Z",
    organization_name: "Lichen League",
    organization_email: "lichen@example.org",
    reason: "We map lichens on the walls of the old town with two school classes.",
    state: "pending",
    comment: null,
    organization_id: null,
  },
  {
    id: 1,
    requested_by: "alice",
    requested_at: "2026-10-02T10:00:00Z",
    organization_name: "Bark Board",
    organization_email: "bark@example.org",
    reason: "Bark.",
    state: "declined",
    comment: "There is one already: Department of Forest Ecology. Ask them to invite you.",
    organization_id: null,
  },
];

const nothingHappened: QuestProgress = {
  quest_name: "Terns",
  target_total: null,
  joined: 0,
  pending: 0,
  measured: 0,
  accepted: 0,
  denied: 0,
  change_requested: 0,
  unit: "day",
  series: [],
  median_decision_hours: null,
  needs_help: [],
  points: [],
  places: [],
  elsewhere: 0,
};

const ternsQuest = "Terns of the Lagoon";

/** Made once, or there would be one for each screen in every list of quests. */
async function questOf(page: Page, name: string, make: () => Promise<Quest>): Promise<Quest> {
  const known: Quest[] = await (await page.request.get(`/api/quests?q=${encodeURIComponent(name)}`)).json();
  const quest = known[0] ?? (await make());
  await joinQuest(page.request, "alice", quest.id);
  return quest;
}

/** A form with the questions of `newerKinds`. */
const ternsQuestOf = (page: Page) =>
  questOf(page, ternsQuest, async () => {
    const { id: list } = await createList(page.request, "terns.csv", speciesList);
    const { id: picture } = await createPicture(page.request, await makePhoto({ uniqueSeed: "bank" }));
    const { id: sound } = await createSound(page.request, 7);
    return createQuest(page.request, { name: ternsQuest, protocol: newerKinds(list, picture, sound) });
  });

const gullsQuestOf = (page: Page) =>
  questOf(page, "Gulls of the Pier", () =>
    createQuest(page.request, { name: "Gulls of the Pier", protocol: quickForm }),
  );

/** The counter of `quickForm`, which asks one question a screen. */
async function openCounter(page: Page): Promise<void> {
  await press("Next")(page);
  await page.getByLabel("Which stretch?").fill("North of the pier");
  await press("Next")(page);
  await press("One more")(page);
  await press("One more")(page);
}

/** A data point's row of a group, open. */
async function addNest(page: Page): Promise<void> {
  await page.locator('[data-field="nests"]').getByRole("button").last().click();
  const species = page.getByRole("combobox", { name: "Species" });
  await species.fill("swallow");
  await page.getByRole("option", { name: /Common tern/ }).click();
  await page.getByRole("spinbutton", { name: /^Eggs/ }).fill("2");
}

/** The map of the area, with three points. */
async function tapColony(page: Page): Promise<void> {
  // The last button is that of the area, which follows the line.
  await page.getByRole("button", { name: "Tap on a map" }).last().click();
  const map = page.getByRole("region", { name: "Map to tap points on" });
  const add = page.getByRole("button", { name: "Add point at the centre" });
  // The map opens where the phone is.
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeEnabled();
  await add.click();
  await map.press("ArrowRight");
  await add.click();
  await map.press("ArrowDown");
  await add.click();
  await expect(page.locator("dialog polyline")).toBeVisible();
}

/** The map of the point, which was tapped. */
async function tapNest(page: Page): Promise<void> {
  // The first button is that of the point.
  await press("Tap on a map")(page);
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeEnabled();
  await page.getByRole("button", { name: "Use the centre" }).click();
  await see("tapped on a map")(page);
}

async function drawColony(page: Page): Promise<void> {
  await tapColony(page);
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator('[data-field="shore"]').scrollIntoViewIfNeeded();
}

/** Presses "view/edit" of a quest, the first of the buttons at the end of its row. */
const openEditor = (page: Page, quest: string) =>
  page.getByRole("row").filter({ hasText: quest }).first().getByRole("cell").last().getByRole("button").first().click();

async function openTreesQuest(page: Page): Promise<void> {
  await openEditor(page, trees);
  await expect(page.getByLabel("Quest Name").first()).not.toHaveValue("");
}

/** The editor of the quest with the questions of `newerKinds`, with one of them open. */
async function openNewerQuestion(page: Page, label: RegExp): Promise<Locator> {
  await openEditor(page, ternsQuest);
  const question = page.locator("[data-draft]").filter({ hasText: label }).last();
  await question.click();
  return question;
}

const whitePhoto = () =>
  sharp({ create: { width: 800, height: 600, channels: 3, background: "#fff" } })
    .jpeg()
    .toBuffer();

/** On the data screen: the photo of the next data point. */
async function takePhoto(page: Page, photo = makePhoto({ uniqueSeed: "screens" })): Promise<void> {
  await see("Upload New Data Point")(page);
  const buffer = await photo;
  await page.locator('input[name="file"]').setInputFiles({ name: "tree.jpg", mimeType: "image/jpeg", buffer });
}

async function addTree(page: Page): Promise<void> {
  await takePhoto(page);
  await see("taken with the photo")(page);
  await page.locator('form input[inputmode="decimal"]').first().fill("187.5");
  await press("Add Data Point")(page);
}

type StorageTrouble = "broken" | "newer" | "silent" | "full";

/** What is wrong with this browser's outbox. Nothing is sent. */
async function spoilStorage(page: Page, trouble: StorageTrouble): Promise<void> {
  await page.route(/data_type=image/, (route) => route.abort());
  await page.addInitScript((trouble) => {
    const { open } = IDBFactory.prototype;
    const { put } = IDBObjectStore.prototype;
    if (trouble === "full") {
      IDBObjectStore.prototype.put = function (...given) {
        if (this.transaction.db.name === "cairn") throw new DOMException("No room.", "QuotaExceededError");
        return put.apply(this, given);
      };
      return;
    }
    if (trouble === "newer") {
      const opened = indexedDB.open("cairn", 99);
      opened.onsuccess = () => opened.result.close();
      return;
    }
    // Half a minute, sooner.
    const { setInterval } = window;
    const sooner = (act: TimerHandler, ms?: number) => setInterval(act, ms === 1_000 ? 10 : ms);
    window.setInterval = sooner as typeof window.setInterval;
    IDBFactory.prototype.open = function (name, version) {
      if (name !== "cairn") return open.call(this, name, version);
      if (trouble === "broken") throw new DOMException("Internal error", "UnknownError");
      const asked = open.call(this, "cairn-unheard");
      for (const event of ["success", "upgradeneeded"])
        asked.addEventListener(event, (answer) => answer.stopImmediatePropagation());
      return asked;
    };
  }, trouble);
}

/** The figures of a few reviewers on a demo quest. */
async function showTeam(page: Page, changes: object = {}): Promise<void> {
  const did = { change_requested: 14, undone: 3, rechecked: 21, agreed: 18, last_decision_at: "2026-05-02T10:00:00Z" };
  const figures = {
    from: "2026-04-02T10:00:00Z",
    reviewers: [
      { reviewer: "alice", accepted: 812, denied: 41, ...did },
      { reviewer: "bob", accepted: 96, denied: 12, ...did, undone: 0, rechecked: 19, agreed: 16 },
      { reviewer: "admin", accepted: 0, denied: 0, ...did, change_requested: 0, rechecked: 0, agreed: 0 },
    ],
    agreement: {
      count: 40,
      observed: 0.85,
      kappa: 0.66,
      table: [
        { first: "accepted", second: "accepted", count: 24 },
        { first: "accepted", second: "denied", count: 4 },
        { first: "accepted", second: "change_requested", count: 2 },
        { first: "denied", second: "denied", count: 10 },
      ],
    },
    recheck_percent: 5,
    ...changes,
  };
  const quests = [
    { quest_id: 9, quest_name: "Bark and Girth of the Blue Ridge", reviewers: ["alice", "bob"], pending_count: 412 },
    { quest_id: 5, quest_name: "Clear to the Bottom", reviewers: [], pending_count: 38 },
  ];
  await page.route("**/api/admin/review-figures*", answer(figures));
  await page.route("**/api/admin/assignments*", answer(quests));
  await page.route(
    "**/api/organizations/*/review-reasons",
    answer([
      { decision: "denied", text: "The photo shows another tree than the one beside the path." },
      { decision: "denied", text: "This tree was measured before, by the same person on the same day." },
    ]),
  );
}

/** The sample list, with every possible detail in its first row. */
async function inEveryState(route: Route): Promise<void> {
  const [first, ...others] = await (await route.fetch()).json();
  const evidence = [
    { code: "blurred", sentence: "bob", weight: 3 },
    { code: "poor_accuracy", sentence: "alice", weight: 3 },
    { code: "late", sentence: "tester", weight: 1 },
  ];
  const claim = { claimed_by: "tester", claimed_until: "2031-05-01T10:00:00Z" };
  await route.fulfill({ json: [{ ...first, revision: 2, evidence, score: 7, claim }, ...others] });
}

/** The sample list, with an undecodable photo in its first row. */
async function spoilFirstSample(route: Route): Promise<void> {
  const [first, ...others] = await (await route.fetch()).json();
  const addresses = { thumbnail_presigned_url: null, image_data_presigned_url: null };
  await route.fulfill({ json: [{ ...first, ...addresses, has_unreadable_photo: true }, ...others] });
}

/** The administrators' quests, four per page. */
async function turnSmallPages(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  url.searchParams.set("limit", "4");
  await route.fulfill({ response: await route.fetch({ url: url.href }) });
}

/** The administrators' quests as if the first one, which has every figure, was archived. */
async function showArchived(route: Route): Promise<void> {
  const url = new URL(route.request().url());
  url.searchParams.delete("archived");
  const [first] = await (await route.fetch({ url: url.href })).json();
  const archived = { archived_at: "2026-05-01T10:00:00Z", target_total: 500, open_question_count: 2 };
  await route.fulfill({ json: [{ ...first, ...archived, quest_name: "Bark and Girth" }] });
}

/** A late sample from a phone with a wrong clock, edited afterwards. */
async function showEvidence(route: Route): Promise<void> {
  const json = await (await route.fetch()).json();
  const [latitude, longitude] = json.coordinates.split(",").map(Number);
  const fix = { latitude, longitude, accuracy: 8, fixed_at: "2026-05-01T10:00:00Z", source: "device" };
  await route.fulfill({
    json: {
      ...json,
      late: true,
      captured_at: "2026-05-01T10:00:00Z",
      exif_coordinates: `${latitude + 0.0004},${longitude + 0.0005}`,
      capture: {
        fixes: [fix, { ...fix, latitude: latitude + 0.0002, accuracy: 25 }],
        captured_at_device: "2026-05-01T07:00:00Z",
        captured_at_place: "2026-05-01T00:00-10:00",
        clock_offset: 10_800,
        spacing_reason: "bob",
        ended_at: "2026-05-01T18:00:00Z",
      },
      changes: [
        {
          changed_at: "2026-05-02T10:00:00Z",
          coordinates: `${latitude + 0.001},${longitude}`,
          accuracy: 30,
          position_source: "device",
          additional_data: json.additional_data ?? {},
        },
      ],
    },
  });
}

/**
 * Changes the first contribution, in the list and on its own page, which also gets `detail`. Marking it as seen changes
 * nothing on the server.
 */
async function changeFirstContribution(
  page: Page,
  changes: { summary: object; first: object; detail: (found: ContributionDetail) => object },
): Promise<void> {
  await page.route("**/api/adventurers/alice/contributions**", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (route.request().method() !== "GET") return route.fulfill({ status: 204 });
    const json = await (await route.fetch()).json();
    if (pathname.endsWith("/summary")) return route.fulfill({ json: { ...json, ...changes.summary } });
    if (!pathname.endsWith("/contributions")) {
      return route.fulfill({ json: { ...json, ...changes.first, ...changes.detail(json) } });
    }
    const changed = json.map((each: object, index: number) => (index === 0 ? { ...each, ...changes.first } : each));
    return route.fulfill({ json: changed });
  });
}

const openFirstContribution = (page: Page) =>
  page.getByRole("main").locator("section li").first().getByRole("link").first().click();

/** Own data points are rows that open in place. */
const unfoldNewest = press(/^Data point [1-9]/);

/** Makes the first contribution one with a change request. */
function askForChange(page: Page): Promise<void> {
  const review = {
    decision: "change_requested",
    comment: "tester",
    reviewed_by: "admin",
    reviewed_at: "2026-05-02T10:00:00Z",
  };
  return changeFirstContribution(page, {
    summary: { change_requested: 1, news: 1 },
    first: { state: "change_requested", review, has_news: true },
    detail: ({ revision }) => ({ reviews: [{ ...review, revision, undone_at: null }] }),
  });
}

const unreadable = <Photo extends object>(photos: readonly Photo[]) =>
  photos.map((photo) => ({ ...photo, unreadable_at: "2026-05-02T10:00:00Z" }));

/** Makes the photos of the first contribution and the newest data point undecodable. */
async function spoilPhoto(page: Page): Promise<void> {
  await changeFirstContribution(page, {
    summary: { news: 1 },
    first: { state: "pending", review: null, has_unreadable_photo: true, has_news: true },
    detail: ({ photos }) => ({ reviews: [], photos: unreadable(photos) }),
  });
  await page.route(/\/api\/adventurers\/alice\/quests\/\d+\/data(\?|$)/, async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const points: { created_at: string; photos: object[] }[] = await response.json();
    const newest = points
      .map(({ created_at }) => created_at)
      .sort()
      .at(-1);
    const json = points.map((point) =>
      point.created_at === newest ? { ...point, review: null, photos: unreadable(point.photos) } : point,
    );
    return route.fulfill({ response, json });
  });
}

/** An announcement and an answer that volunteers reported. */
async function bringReports(page: Page): Promise<void> {
  const of = { quest_id: 1, quest_name: "tester", organization_name: "Ridge Lab", written_by: "tester" };
  const moments = { written_at: "2026-05-01T10:00:00Z", reported_at: "2026-05-03T10:00:00Z" };
  const open = { ...of, ...moments, question: null, dismissed_by: null, dismissed_at: null };
  const announced = {
    ...open,
    kind: "announcement",
    id: 2,
    title: "tester tester",
    text: "tester\n\ntester",
    reports: 12,
  };
  const answered = {
    ...open,
    kind: "question",
    id: 1,
    title: "tester",
    question: "tester",
    text: "tester",
    reports: 1,
  };
  const dismissed = { dismissed_by: "admin", dismissed_at: "2026-05-04T10:00:00Z" };
  await page.route("**/api/admin/reports?*", (route) =>
    route.fulfill({
      json: route.request().url().includes("dismissed=only") ? [{ ...announced, ...dismissed }] : [announced, answered],
    }),
  );
  await page.route("**/api/admin/reports", answer([announced, answered]));
  await page.route("**/api/admin/waiting*", answer({ open_questions: 3, reports: 2 }));
}

/** Two messages of teams, one unread, and data points with updates. Marking them as seen changes nothing. */
async function bringNews(page: Page): Promise<void> {
  const of = { kind: "announcement", quest_id: 1, quest_name: "tester", organization_name: "tester" };
  const closed = { title: "The river is closed", text: "tester\n\ntester" };
  const entries = [
    { ...of, ...closed, id: 2, written_at: "2026-05-02T10:00:00Z", is_new: true },
    { ...of, id: 1, title: "tester", text: "tester", written_at: "2026-04-28T07:30:00Z", is_new: false },
  ];
  const asked = { ...of, kind: "question", title: "tester", question: "tester\n\ntester", is_new: false };
  const questions = [
    { ...asked, id: 4, text: "tester tester", written_at: "2026-05-03T10:00:00Z", is_new: true },
    { ...asked, id: 3, text: "", written_at: "2026-05-02T12:00:00Z" },
  ];
  await page.route("**/api/account/news?*", answer([...questions, ...entries]));
  await page.route("**/api/account/news/summary", answer({ messages: 1, data_points: 2 }));
  await page.route("**/api/account/news/seen", (route) => route.fulfill({ status: 204 }));
  await page.route(
    "**/api/adventurers/alice/contributions/summary",
    answer({ pending: 1, accepted: 2, denied: 0, change_requested: 0, news: 2 }),
  );
}

const visitorScreens: Screen[] = [
  { name: "home-visitor", path: "/", act: see("Photography") },
  {
    name: "home-results",
    path: "/?q=bark",
    arrange: (page) =>
      page.route("**/api/quests?*", async (route) => {
        const response = await route.fetch();
        const quests = (await response.json()) as object[];
        const results = { visibility: "public", positions: 0.01 };
        await route.fulfill({ response, json: quests.map((quest) => ({ ...quest, results })) });
      }),
    act: see("See the results"),
  },
  {
    name: "home-loading",
    look: "brief",
    path: "/",
    arrange: (page) => page.route("**/api/quests?*", never),
    act: see("Loading quests..."),
  },
  {
    name: "home-failed",
    look: "brief",
    path: "/",
    arrange: (page) => page.route("**/api/quests?*", refuse(500)),
    act: see("Try again"),
  },
  { name: "home-nothing-found", look: "brief", path: "/?q=unicorns", act: see(/no quest|nothing/i) },
  { name: "home-menu", path: "/", act: press("Account") },
  {
    name: "sign-out-later",
    path: "/",
    arrange: async (page) => {
      await page.route("**/logout?*", (route) => route.abort());
      await page.addInitScript(() => localStorage.setItem("cairn.sign-out", JSON.stringify({ hasLeft: true })));
    },
    act: see("You're signed out on this phone, but not yet at the sign-in service."),
  },
  {
    name: "deleted-account",
    as: "alice",
    path: "/",
    act: async (page) => {
      await fillOutbox(page, "alice", trees, [{ state: "waiting" }, { state: "waiting" }]);
      await page.evaluate(() => {
        for (const key of ["jwt", "cairn.session"]) localStorage.removeItem(key);
        localStorage.setItem("cairn.deleted-account", "alice");
      });
      await page.reload();
      await see("This account was deleted")(page);
    },
  },
  {
    name: "home-map",
    path: "/",
    act: async (page) => {
      await openMap(page);
      await expect(page.getByRole("button", { name: /quests|Bark and Girth/ }).first()).toBeVisible();
    },
  },
  {
    name: "home-map-popup",
    path: "/?q=swifts",
    act: async (page) => {
      await openMap(page);
      await page.getByRole("button", { name: /Who Lives Under the Eaves/ }).click();
      await expect(page.getByRole("link", { name: "more detail" })).toBeVisible();
    },
  },
  { name: "quest-visitor", path: "/quests/{id}", quest: trees, act: see("Sign up to go on an adventure!") },
  {
    name: "quest-water",
    path: "/quests/{id}",
    quest: "Clear to the Bottom",
    act: see("Sign up to go on an adventure!"),
  },
  {
    name: "quest-sections-open",
    path: "/quests/{id}",
    quest: trees,
    act: async (page) => {
      for (const name of ["Equipment", "Compensation", "Safety Information"])
        await page.getByText(name).first().click();
    },
  },
  {
    name: "quest-other-language",
    path: "/quests/{id}",
    quest: trees,
    arrange: (page) => page.route("**/api/quests/*", inLanguages),
    act: see("Sign up to go on an adventure!"),
  },
  {
    name: "quest-loading",
    look: "brief",
    path: "/quests/{id}",
    quest: trees,
    arrange: (page) => page.route(/\/api\/quests\/\d+$/, never),
    act: see("Loading..."),
  },
  {
    name: "quest-failed",
    look: "brief",
    path: "/quests/{id}",
    quest: trees,
    arrange: (page) => page.route(/\/api\/quests\/\d+$/, refuse(500)),
    act: see("Error loading quest details"),
  },
  { name: "quest-not-found", look: "brief", path: "/quests/999999", act: see("No quest found") },
  {
    name: "mail-off",
    path: "/mail/off?token=x",
    arrange: (page) => page.route("**/api/mail/digest/x/off", (route) => route.fulfill({ status: 204 })),
    act: see("You're unsubscribed"),
  },
  {
    name: "mail-off-refused",
    look: "brief",
    path: "/mail/off?token=x",
    act: see("This unsubscribe link isn't valid."),
  },
  { name: "not-found", path: "/no/such/page", act: see("404: No such page here!") },
  {
    name: "admin-not-authorized",
    look: "brief",
    path: "/admin_dashboard",
    act: see("You're not authorized to view this page."),
  },
  {
    name: "sign-in",
    path: "/",
    act: async (page) => {
      await press("Account")(page);
      await press("Log In")(page);
      await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    },
  },
  {
    name: "sign-in-refused",
    look: "brief",
    path: "/",
    act: async (page) => {
      await press("Account")(page);
      await press("Log In")(page);
      await page.getByLabel("Username or email").fill("nobody-here");
      await page.getByLabel("Password", { exact: true }).fill("not the password");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
  {
    name: "sign-up",
    path: "/",
    act: async (page) => {
      await press("Sign Up")(page);
      await page.waitForURL(/\/signin\//);
      const link = page.getByRole("link", { name: "Create an account" });
      if (await link.isVisible()) await link.click();
      await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
    },
  },
];

const outboxPoints: Parameters<typeof fillOutbox>[3] = [
  { state: "waiting", nextAttemptAtMs: 0 },
  { state: "waiting" },
  {
    state: "waiting",
    attempts: 3,
    problem: {
      atMs: 0,
      status: 503,
      code: "unavailable",
      message: "The server has no time at the moment.",
      fieldErrors: [],
    },
  },
  { state: "waiting", position: null, fixes: [] },
  {
    state: "refused",
    problem: {
      atMs: 0,
      status: 422,
      code: "validation_failed",
      message: "The values do not fit what this quest asks for.",
      fieldErrors: [{ path: "measurements.tree_width", message: "This is more than 10000." }],
    },
  },
  { state: "draft" },
  { state: "delivered" },
  { state: "delivered", hasUnreadablePhoto: true },
];

const adventurerScreens: Screen[] = [
  { name: "home", as: "alice", path: "/", act: see("Continue Your Quests") },
  {
    name: "home-own-failed",
    look: "brief",
    as: "alice",
    path: "/",
    arrange: (page) => page.route("**/api/adventurers/alice/quests*", refuse(500)),
    act: see("There was an error while attempting to fetch your quests."),
  },
  { name: "quest-not-joined", as: "alice", path: "/quests/{id}", quest: "Count the Stars", act: see("Apply to Quest") },
  {
    name: "quest-apply",
    as: "alice",
    path: "/quests/{id}",
    quest: "Count the Stars",
    act: async (page) => {
      await press("Apply to Quest")(page);
      await see("Sign up for this quest")(page);
    },
  },
  {
    name: "quest-ask",
    as: "alice",
    path: "/quests/{id}",
    quest: trees,
    act: async (page) => {
      await press("Ask the team")(page);
      await press("Send question")(page);
      await page.getByRole("textbox").pressSequentially("tester");
      await see("6 of 2,000 characters")(page);
    },
  },
  {
    name: "admin-stations",
    as: "admin",
    path: "/admin_dashboard/quests/{id}/stations",
    quest: trees,
    arrange: (page) => page.route("**/api/quests/*/stations", answer({ repeat_days: 30, stations: teamStations })),
    act: see("Add a station"),
  },
  {
    name: "admin-stations-delete",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/quests/{id}/stations",
    quest: trees,
    arrange: (page) => page.route("**/api/quests/*/stations", answer({ repeat_days: 30, stations: teamStations })),
    act: async (page) => {
      await press("Delete")(page);
      await see(/^Data points from there/)(page);
    },
  },
  { name: "quest-joined", as: "alice", path: "/quests/{id}", quest: trees, act: see("Submit Data") },
  {
    name: "quest-lesson",
    as: "alice",
    path: "/quests/{id}",
    quest: trees,
    arrange: (page) => showLesson(page, { passed_at: "2026-05-03T12:00:00Z" }),
    act: see("Lesson: 4 cards, about 2 minutes"),
  },
  fieldMapScreen("", see(/± 7 /)),
  fieldMapScreen("-walking", async (page) => {
    await see(/± 7 /)(page);
    await press(/: Skyline Drive/)(page);
    await see(/125°/)(page);
  }),
  lessonScreen("", see("Card 1 of 4")),
  brief(lessonScreen("-wrong", learn(["Continue", "bob"]))),
  brief(
    lessonScreen("-several", async (page) => {
      await learn(["Continue", "alice", "Continue", "Check"])(page);
      await see("Choose at least one.")(page);
    }),
  ),
  lessonScreen("-value", async (page) => {
    await learn(["Continue", "alice", "Continue"])(page);
    await page.getByRole("checkbox").first().check();
    await page.getByRole("checkbox").nth(1).check();
    await learn(["Check", "Continue"])(page);
    await page.getByLabel("Your value").fill("12,7");
    await press("Check")(page);
    await see("That's right.")(page);
  }),
  lessonScreen("-passed", async (page) => {
    await page.route("**/lesson/attempts", answer({ passed: true, wrong: [] }));
    await see("Card 1 of 4")(page);
    await page.unroute("**/api/quests/*/lesson");
    const { cards, ...rest } = lesson;
    await page.route("**/api/quests/*/lesson", answer({ ...rest, version: 3, cards: cards.slice(0, 1) }));
    await learn(["Continue", "bob", "Continue"])(page);
    await page.getByRole("checkbox").first().check();
    await page.getByRole("checkbox").nth(1).check();
    await learn(["Check", "Continue"])(page);
    await page.getByLabel("Your value").fill("12,7");
    await learn(["Check", "Continue", "alice"])(page);
    await page.reload();
    await learn(["alice", "Continue"])(page);
    await see("The team has changed the lesson since you began.")(page);
  }),
  {
    name: "lesson-none",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/lesson",
    quest: trees,
    act: see("This quest has no lesson."),
  },
  brief(
    lessonScreen("-deleted", async (page) => {
      await learn(["Continue", "bob"])(page);
      await page.unroute("**/api/quests/*/lesson");
      await page.reload();
      await see("The team deleted this lesson after you began it.")(page);
    }),
  ),
  {
    name: "data-lesson-first",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => showLesson(page, { asked: "after_denied" }),
    act: see("First, the lesson"),
  },
  { name: "data", as: "alice", path: "/quests/{id}/data", quest: trees, act: see("Upload New Data Point") },
  {
    name: "data-unreadable-photo",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: spoilPhoto,
    act: see("This photo is damaged"),
  },
  {
    name: "data-newer-kinds",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await page.getByRole("radio", { name: "Reed A bank with high grass" }).check();
      await page.getByLabel(/^Adult birds/).fill("4");
      await page.getByLabel(/^Young birds/).fill("30");
      await page.getByLabel(/^When did you arrive/).fill("2026-11-01T01:30");
      await page.getByRole("button", { name: /Wind in the reeds/ }).click();
      await page.getByRole("button", { name: /The road/ }).click();
      const permit = { name: "permit-2026.pdf", mimeType: "application/pdf", buffer: makePdf() };
      await page.getByLabel(/^Permit/).setInputFiles(permit);
      await see("permit-2026.pdf")(page);
      await see("Stay at least 50 m away")(page);
      await press("Add Data Point")(page);
      await see("More than five young")(page);
    },
  },
  brief({
    name: "data-pdf-cut",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      const buffer = makePdf().subarray(0, -20);
      await page.getByLabel(/^Permit/).setInputFiles({ name: "permit-2026.pdf", mimeType: "application/pdf", buffer });
      await see("is damaged or incomplete")(page);
    },
  }),
  {
    name: "data-counter-page",
    as: "alice",
    path: "/quests/{id}/data",
    quest: gullsQuestOf,
    act: openCounter,
  },
  {
    name: "data-options-page",
    as: "alice",
    path: "/quests/{id}/data",
    quest: gullsQuestOf,
    act: async (page) => {
      await openCounter(page);
      await press("Next")(page);
      await page.getByRole("radio", { name: "Clouds" }).click();
      await see("Width of the beach")(page);
      await press("Back")(page);
    },
  },
  {
    name: "data-walked",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await press("Use my position")(page);
      await see("the device's position")(page);
      await drawColony(page);
      await press("Walk the line")(page);
      await walk(page, [
        [0, 0],
        [30, 12],
        [55, 40],
      ]);
      await see("Keep the screen on.")(page);
    },
  },
  {
    name: "data-photo-scale",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await see("Take it with the outline")(page);
      const buffer = await makePhoto({ uniqueSeed: "egg" });
      const photo = { name: "egg.jpg", mimeType: "image/jpeg", buffer };
      await page.locator('input[name="photo:egg"]').setInputFiles(photo);
      await see("Is the scale in the photo?")(page);
      await page.locator('[data-field="egg"]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: "data-outline",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await press("Take it with the outline")(page);
      await expect(page.getByRole("button", { name: "Take the photo" })).toBeEnabled();
    },
  },
  {
    name: "data-sounds",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      const call = page.getByRole("button").filter({ hasText: "A short, high kik, again and again" });
      await call.click();
      await expect(call.locator(".lucide-pause")).toBeVisible();
    },
  },
  {
    name: "data-tapped",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await tapColony(page);
    },
  },
  {
    name: "data-point-tapped",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await tapNest(page);
    },
  },
  {
    name: "data-rows",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await addNest(page);
      await press("Add another")(page);
      await page.getByRole("combobox", { name: "Species" }).fill("tern");
      await expect(page.getByRole("option", { name: /Little tern/ })).toBeVisible();
    },
  },
  {
    name: "data-rows-faults",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: ternsQuestOf,
    act: async (page) => {
      await addNest(page);
      await press("Add another")(page);
      await press("Add Data Point")(page);
      await see("1 answer to check")(page);
    },
  },
  {
    name: "data-invalid",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await press("Add Data Point")(page);
      await see("image upload required")(page);
    },
  },
  {
    name: "data-photo",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await takePhoto(page);
      await see("taken with the photo")(page);
    },
  },
  {
    name: "data-in-tab",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => spoilStorage(page, "full"),
    act: async (page) => {
      await addTree(page);
      await see("Saved in this tab only")(page);
      await see("What you add is only in this tab.")(page);
    },
  },
  {
    name: "data-photo-doubts",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await takePhoto(page, whitePhoto());
      await see("This photo may be blurred.")(page);
      await see("Much of this photo is pure white.")(page);
    },
  },
  {
    name: "data-no-position",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => page.context().clearPermissions(),
    act: async (page) => {
      await takePhoto(page);
      await page.locator('form input[inputmode="decimal"]').first().fill("187.5");
      await press("Add Data Point")(page);
      await see(/ERROR GETTING GEO COORDINATES/)(page);
      await see("Add position")(page);
    },
  },
  {
    name: "data-give-position",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => page.context().clearPermissions(),
    act: async (page) => {
      await see("Upload New Data Point")(page);
      await fillOutbox(page, "alice", trees, [{ state: "waiting", position: null, fixes: [] }]);
      await press("Add position")(page);
      await press("Enter coordinates")(page);
      await see("Use these coordinates")(page);
    },
  },
  {
    name: "data-too-close",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await fillOwnQuest(page);
      // Repeats a fresh position, which the browser can't have cached, until the page has requested it.
      let accuracy = 5;
      await expect(async () => {
        accuracy += 0.1;
        await page.context().setGeolocation({ latitude: 38.51838, longitude: -78.43701, accuracy });
        const question = page.getByText("Why is it so close? The reviewer will see your answer.").first();
        await expect(question).toBeVisible({ timeout: 2_000 });
      }).toPass({ timeout: 20_000 });
    },
  },
  {
    name: "data-complete",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await press("Complete Quest")(page);
      await see("Are you sure you're ready to submit your data?")(page);
    },
  },
  {
    name: "data-waiting",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await fillOwnQuest(page, [{ state: "waiting" }]);
      await see(/It will sync once your 2 data points are uploaded/)(page);
    },
  },
  {
    name: "data-map",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await fillOwnQuest(page);
      await page.getByRole("button", { name: "Map", exact: true }).click();
      await page
        .getByRole("button", { name: /^Data point (\d|on this phone)/ })
        // The topmost one.
        .last()
        .click();
    },
  },
  {
    name: "data-edit",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await unfoldNewest(page);
      await press(/^Edit data point/)(page);
      await see("Save changes")(page);
    },
  },
  {
    name: "data-delete",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await unfoldNewest(page);
      await press(/^Delete data point/)(page);
      await see("Delete")(page);
    },
  },
  {
    name: "data-empty",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: "Gnawed and Dammed",
    act: see("Upload New Data Point"),
  },
  { name: "data-completed", as: "alice", path: "/quests/{id}/data", quest: "Kyoto", act: see("Congratulations!") },
  {
    name: "data-not-joined",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: "Count the Stars",
    act: see("You are not signed up for this quest."),
  },
  {
    name: "data-failed",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => page.route("**/api/adventurers/alice/quests/*", refuse(500)),
    act: see("Error loading quest details"),
  },
  {
    name: "contributions-visitor",
    look: "brief",
    path: "/contributions",
    act: see("Sign in to see the status of your data points."),
  },
  {
    name: "contributions",
    as: "alice",
    path: "/contributions",
    arrange: (page) =>
      page.route(
        "**/api/adventurers/alice/results",
        answer([
          {
            quest_id: 1,
            quest_name: "Bark and Girth of the Blue Ridge",
            own: 12,
            accepted: 340,
            release: { number: 2, own: 10, thanks: "tester" },
          },
        ]),
      ),
    act: see("of these 340 data points are yours"),
  },
  {
    name: "contributions-share",
    as: "alice",
    path: "/contributions",
    arrange: async (page) => {
      const share = { quest_id: 1, quest_name: "Bark and Girth of the Blue Ridge", own: 12, accepted: 340 };
      await page.route("**/api/adventurers/alice/results", answer([share]));
      const address = "https://cairn.example/quests/1/shared/123456789";
      await page.route("**/api/adventurers/alice/quests/1/shared", answer({ address }));
    },
    act: async (page) => {
      await page.getByRole("button", { name: "Share" }).first().click();
      await page.getByRole("button", { name: "Create link" }).click();
      await see("https://cairn.example/quests/1/shared/123456789")(page);
    },
  },
  {
    name: "shared-contribution",
    path: "/quests/1/shared/123456789",
    arrange: (page) =>
      page.route(
        "**/api/quests/1/shared/*",
        answer({
          quest_id: 1,
          quest_name: "Bark and Girth of the Blue Ridge",
          quest_type: "TREES",
          organization_name: "tester",
          name: "alice",
          own: 12,
          accepted: 340,
          first_day: "2026-05-01",
          last_day: "2026-06-12",
        }),
      ),
    act: see("measured 12 of 340"),
  },
  {
    name: "shared-contribution-missing",
    look: "brief",
    path: "/quests/1/shared/100000001",
    act: see("isn't shared any more"),
  },
  {
    name: "contributions-map",
    as: "alice",
    path: "/contributions",
    arrange: (page) =>
      page.route(
        "**/api/adventurers/alice/places",
        answer(
          [38.51, 38.6, 38.7].map((latitude, index) => ({
            id: `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a1${index}`,
            quest_id: 1,
            quest_name: "Bark and Girth of the Blue Ridge",
            quest_type: "TREES",
            coordinates: [latitude, -78.437],
            state: "accepted",
          })),
        ),
      ),
    act: async (page) => {
      await page.getByRole("button", { name: "Map", exact: true }).click();
      await page.getByRole("main").getByRole("button", { name: "Bark and Girth of the Blue Ridge" }).first().click();
      await expect(page.getByRole("link", { name: "Open data point" })).toBeVisible();
    },
  },
  {
    name: "contributions-requested",
    look: "brief",
    as: "alice",
    path: "/contributions",
    arrange: askForChange,
    act: async (page) => {
      await expect(page.getByRole("link", { name: /^Answer/ }).first()).toBeVisible();
    },
  },
  {
    name: "contributions-failed",
    look: "brief",
    as: "alice",
    path: "/contributions",
    arrange: (page) => page.route("**/api/adventurers/alice/contributions?*", refuse(500)),
    act: see("Your contributions couldn't be loaded."),
  },
  {
    name: "contribution-requested",
    as: "alice",
    path: "/contributions",
    arrange: askForChange,
    act: async (page) => {
      await openFirstContribution(page);
      await expect(page.getByRole("button", { name: "Send answer" })).toBeVisible();
    },
  },
  {
    name: "contribution-unreadable-photo",
    look: "brief",
    as: "alice",
    path: "/contributions",
    arrange: spoilPhoto,
    act: async (page) => {
      await see("The photo is damaged and can't be displayed.")(page);
      await openFirstContribution(page);
      await expect(page.getByRole("button", { name: "Send photo" })).toBeVisible();
    },
  },
  {
    name: "contribution-missing",
    look: "brief",
    as: "alice",
    path: "/contributions/0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
    act: see("Data point not found."),
  },
  { name: "news-visitor", look: "brief", path: "/news", act: see("Sign in to see your news.") },
  { name: "news-empty", look: "brief", as: "alice", path: "/news", act: see("No messages yet.") },
  { name: "news", as: "alice", path: "/news", arrange: bringNews, act: see("The river is closed") },
  {
    name: "news-failed",
    look: "brief",
    as: "alice",
    path: "/news",
    arrange: (page) => page.route("**/api/account/news?*", refuse(500)),
    act: see("Your news couldn't be loaded."),
  },
  {
    name: "news-push-off",
    as: "alice",
    path: "/news",
    arrange: notifications("default", false),
    act: see("Notifications on this phone"),
  },
  {
    name: "news-push-on",
    look: "brief",
    as: "alice",
    path: "/news",
    arrange: async (page) => {
      await bringNews(page);
      await notifications("granted", true)(page);
    },
    act: see("Notifications on this phone"),
  },
  {
    name: "news-push-blocked",
    look: "brief",
    as: "alice",
    path: "/news",
    arrange: notifications("denied", false),
    act: see("Notifications are blocked."),
  },
  {
    name: "news-iphone",
    look: "brief",
    as: "alice",
    path: "/news",
    arrange: carryIphone(safariOnIphone),
    act: see("notifications need Cairn on the home screen"),
  },
  {
    name: "share-visitor",
    look: "brief",
    path: "/share",
    act: async (page) => {
      await fillGallery(page);
      await see("Sign in to use these photos.")(page);
    },
  },
  {
    name: "share",
    as: "alice",
    path: "/share?left=4",
    act: async (page) => {
      await fillGallery(page);
      await see("Choose a quest")(page);
      await expect(page.getByRole("img", { name: "bob-2.jpg" })).toBeVisible();
    },
  },
  {
    name: "share-discard",
    look: "brief",
    as: "alice",
    path: "/share",
    act: async (page) => {
      await fillGallery(page);
      await press("Discard photos")(page);
      await see("Discard these photos?")(page);
    },
  },
  { name: "share-unkept", look: "brief", as: "alice", path: "/share?unkept", act: see("No photos here.") },
  {
    name: "share-next",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    act: async (page) => {
      await see("Upload New Data Point")(page);
      await fillGallery(page);
      await see("Photo 1 of 3")(page);
    },
  },
  { name: "outbox-visitor", look: "brief", path: "/outbox", act: see("Sign in to see your outbox.") },
  { name: "outbox-empty", look: "brief", as: "bob", path: "/outbox", act: see("Nothing waiting to upload.") },
  {
    name: "outbox",
    as: "bob",
    path: "/outbox",
    // One stays in transit.
    arrange: (page) => page.route(/\/data\/uploads/, never),
    act: async (page) => {
      await fillOutbox(page, "bob", trees, outboxPoints, [{ state: "waiting" }]);
      await see("Sending")(page);
      await see("Quest completed: waiting for 5 data points")(page);
    },
  },
  {
    name: "outbox-discard",
    look: "brief",
    as: "bob",
    path: "/outbox",
    act: async (page) => {
      await fillOutbox(page, "bob", trees, [{ state: "waiting" }]);
      await press(/Discard/)(page);
      await see("Keep it")(page);
    },
  },
  {
    name: "outbox-unavailable",
    look: "brief",
    as: "bob",
    path: "/outbox",
    arrange: (page) => page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined })),
    act: see("This browser can't store data."),
  },
  {
    name: "outbox-broken",
    look: "brief",
    as: "bob",
    path: "/outbox",
    arrange: (page) => spoilStorage(page, "broken"),
    act: see("This browser's stored data can't be read."),
  },
  {
    name: "outbox-newer",
    look: "brief",
    as: "bob",
    path: "/outbox",
    arrange: (page) => spoilStorage(page, "newer"),
    act: see("This page is older than the data stored here."),
  },
  {
    name: "outbox-silent",
    look: "brief",
    as: "bob",
    path: "/outbox",
    arrange: (page) => spoilStorage(page, "silent"),
    act: see("The browser's storage isn't responding."),
  },
  {
    name: "outbox-in-tab",
    look: "brief",
    as: "alice",
    path: "/quests/{id}/data",
    quest: trees,
    arrange: (page) => spoilStorage(page, "full"),
    act: async (page) => {
      await addTree(page);
      await see("What you add is only in this tab.")(page);
      await page.getByRole("banner").locator('a[href="/outbox"]').first().click();
      await see("This phone is out of storage.")(page);
    },
  },
  {
    name: "outbox-sign-out",
    as: "bob",
    path: "/outbox",
    act: async (page) => {
      await fillOutbox(page, "bob", trees, [{ state: "waiting" }, { state: "draft" }]);
      await press("Account")(page);
      await press("Sign out")(page);
      await see("Not everything is uploaded")(page);
    },
  },
  {
    name: "organization",
    path: "/organizations/1",
    arrange: (page) => page.route("**/api/organizations/1", answer(organizationPage)),
    act: see("We look after the forests"),
  },
  {
    name: "organization-edit",
    as: "admin",
    path: "/organizations/1",
    act: async (page) => {
      await press("Edit this page")(page);
      await see("Choose a logo")(page);
    },
  },
  {
    name: "organization-missing",
    look: "brief",
    path: "/organizations/999999",
    act: see("There is no such organization."),
  },
  {
    name: "organization-request",
    as: "alice",
    path: "/organizations/new",
    arrange: (page) => page.route("**/api/account/organization-requests", answer(organizationRequests)),
    act: see("Your requests"),
  },
  {
    name: "admin-organization-requests",
    as: "admin",
    path: "/admin_dashboard/settings",
    arrange: async (page) => {
      await page.route("**/api/organization-requests", answer(organizationRequests.slice(0, 1)));
      await page.route("**/api/admin/waiting*", answer({ open_questions: 0, reports: 0, organization_requests: 1 }));
    },
    act: see("Lichen League"),
  },
  {
    name: "quest-results",
    path: "/quests/{id}/results",
    quest: trees,
    arrange: showResults,
    act: async (page) => {
      const closed = page.getByRole("button", { name: "Show the numbers" });
      await expect(closed.first()).toBeVisible();
      for (let left = await closed.count(); left > 0; left--) await closed.first().click();
      await see("Newest data points")(page);
    },
  },
  {
    name: "quest-results-embed",
    path: "/quests/{id}/results/embed?chart=tree_width",
    quest: trees,
    arrange: showResults,
    act: see("See all results (new tab)"),
  },
  {
    name: "quest-results-embed-hidden",
    look: "brief",
    path: "/quests/{id}/results/embed",
    quest: trees,
    act: see("results aren't public"),
  },
  {
    name: "quest-results-hidden",
    look: "brief",
    path: "/quests/{id}/results",
    quest: trees,
    act: see("results aren't public"),
  },
  {
    name: "quest-results-empty",
    look: "brief",
    path: "/quests/{id}/results",
    quest: trees,
    arrange: (page) =>
      page.route(
        "**/api/quests/*/results",
        answer({
          ...questResults,
          accepted: 0,
          volunteers: 0,
          places: 0,
          first_day: null,
          last_day: null,
          over_time: { unit: "day", steps: [] },
          box: null,
          fields: [],
          contributors: [],
        }),
      ),
    act: see("No data points have been accepted yet."),
  },
  { name: "profile", as: "alice", path: "/profile", act: see("My Quests") },
  {
    name: "profile-iphone",
    look: "brief",
    as: "alice",
    path: "/profile",
    arrange: carryIphone(safariOnIphone),
    act: see("Add Cairn to your home screen"),
  },
  {
    name: "profile-other-app",
    look: "brief",
    as: "alice",
    path: "/profile",
    arrange: carryIphone(safariOnIphone.replace(" Safari/604.1", "")),
    act: see("Cairn is open inside another app"),
  },
  { name: "account", as: "alice", path: "/settings", act: see("Download my data") },
  {
    name: "account-signed-out",
    look: "brief",
    path: "/settings",
    act: see("Sign in to see your account."),
  },
  {
    name: "account-mails-came-back",
    look: "brief",
    as: "alice",
    path: "/settings",
    arrange: (page) =>
      page.route(
        "**/api/adventurers/alice/mail",
        answer({ digest: true, address: "alice@example.org", failed_at: "2026-05-01T10:00:00Z" }),
      ),
    act: see("Emails to this address have bounced since"),
  },
  {
    name: "account-credit",
    as: "alice",
    path: "/settings",
    arrange: (page) => page.route("**/api/account/credit", answer({ credit: "name", name: "Nova Trees" })),
    act: see("Name in results"),
  },
  {
    name: "account-tokens",
    as: "alice",
    path: "/settings",
    arrange: showTokens,
    act: see("Can read and make changes"),
  },
  {
    name: "account-token-new",
    as: "alice",
    path: "/settings",
    arrange: showTokens,
    act: async (page) => {
      await press("Create access token")(page);
      await page.getByLabel("Name", { exact: true }).fill("Nightly export");
    },
  },
  {
    name: "account-token-made",
    as: "alice",
    path: "/settings",
    arrange: showTokens,
    act: async (page) => {
      await press("Create access token")(page);
      await page.getByLabel("Name", { exact: true }).fill("Nightly export");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      await see("It isn't shown again.")(page);
    },
  },
  {
    name: "account-token-revoke",
    look: "brief",
    as: "alice",
    path: "/settings",
    arrange: showTokens,
    act: async (page) => {
      await page.getByRole("listitem").filter({ hasText: "tester" }).getByRole("button").click();
      await see("Programs that use it lose access right away.")(page);
    },
  },
  {
    name: "account-erase",
    look: "brief",
    as: "alice",
    path: "/settings",
    arrange: (page) => page.route("**/api/config", signInElsewhere),
    act: async (page) => {
      await press("Delete my data")(page);
      await see("Keep my data")(page);
    },
  },
  {
    name: "profile-failed",
    look: "brief",
    as: "alice",
    path: "/profile",
    arrange: (page) => page.route("**/api/adventurers/alice/quests*", refuse(500)),
    act: see("There was an error while attempting to fetch your quests."),
  },
  {
    name: "admin-refused",
    look: "brief",
    as: "alice",
    path: "/admin_dashboard",
    act: see("You're not authorized to view this page."),
  },
];

const testerScreens: Screen[] = [
  { name: "gps-test", as: "tester", path: "/test_gps", act: see("Flag a poorly identified location") },
  {
    name: "plant-id",
    as: "tester",
    path: "/test_web_app_phone_and_plant_id",
    act: (page) => expect(page.getByRole("heading", { level: 1 })).toBeVisible(),
  },
];

/** Administrators' quests, in their table unless another address is given. */
const questTableScreens: (Omit<Screen, "path"> & { path?: string })[] = [
  { name: "admin-quests", act: see("Create New Quest") },
  {
    name: "admin-quests-loading",
    look: "brief",
    arrange: (page) => page.route("**/api/admin/quests/summaries*", never),
    act: (page) => expect(page.getByText("Loading quests...")).toBeAttached(),
  },
  {
    name: "admin-quests-failed",
    look: "brief",
    arrange: (page) => page.route("**/api/admin/quests/summaries*", refuse(500)),
    act: see("Try again"),
  },
  {
    name: "admin-announcement",
    arrange: async (page) => {
      const of = { quest_id: 1, author: "admin", title: "tester", text: "tester", recipients_expected: 412 };
      const half = {
        ...of,
        id: 2,
        to: "all",
        written_at: "2026-05-02T10:00:00Z",
        recipients: 180,
        delivered_at: null,
      };
      const done = { ...half, id: 1, to: "to_answer", recipients: 412, delivered_at: "2026-05-01T10:00:00Z" };
      await page.route("**/api/quests/*/announcements", answer([half, done]));
      await page.route("**/announcements/audiences", answer({ all: 412, not_started: 96, to_answer: 1 }));
    },
    act: async (page) => {
      await press(/^write to the volunteers of/)(page);
      await page.getByLabel("Title").fill("tester");
      await page.getByRole("textbox", { name: "Text" }).fill("tester");
      await see("Delivered to 180 of 412")(page);
    },
  },
  {
    name: "admin-questions",
    arrange: async (page) => {
      const open = {
        id: 3,
        quest_id: 1,
        asked_by: "tester",
        text: "tester tester",
        asked_at: "2026-05-02T10:00:00Z",
      };
      const none = { answer: null, answered_by: null, answered_at: null, is_reported: false };
      const answered = { answer: "tester", answered_by: "admin", answered_at: "2026-05-02T11:00:00Z" };
      await page.route(
        "**/api/quests/*/questions?*",
        answer([
          { ...open, ...none },
          { ...open, ...answered, id: 2, is_reported: true },
        ]),
      );
    },
    act: async (page) => {
      await press(/^Questions about/)(page);
      await see("Answer reported")(page);
    },
  },
  {
    name: "admin-questions-empty",
    look: "brief",
    arrange: (page) => page.route("**/api/quests/*/questions?*", answer([])),
    act: async (page) => {
      await press(/^Questions about/)(page);
      await see("No questions yet.")(page);
    },
  },
  { name: "admin-reports", path: "/admin_dashboard/reports", arrange: bringReports, act: see("Ridge Lab") },
  {
    name: "admin-reports-done",
    look: "brief",
    path: "/admin_dashboard/reports?dismissed=only",
    arrange: bringReports,
    act: see(/^Done by/),
  },
  { name: "admin-reports-empty", look: "brief", path: "/admin_dashboard/reports", act: see("No reported messages.") },
  {
    name: "admin-reports-failed",
    look: "brief",
    path: "/admin_dashboard/reports",
    arrange: async (page) => {
      await bringReports(page);
      await page.route("**/api/admin/reports/dismissals", refuse(500));
    },
    act: async (page) => {
      await press(/^Done/)(page);
      await see(/^The reports are still waiting/)(page);
    },
  },
  {
    name: "admin-quests-pages",
    look: "brief",
    arrange: (page) => page.route("**/api/admin/quests/summaries*", turnSmallPages),
    act: async (page) => {
      await press("Next page")(page);
      await expect(page.getByRole("button", { name: "Previous page" })).toBeVisible();
    },
  },
  {
    name: "admin-quest-opening",
    look: "brief",
    arrange: (page) => page.route(/\/api\/quests\/\d+$/, never),
    act: async (page) => {
      await press(/view\/edit/i)(page);
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin-quest-not-opened",
    look: "brief",
    arrange: (page) => page.route(/\/api\/quests\/\d+$/, refuse(500)),
    act: async (page) => {
      await press(/view\/edit/i)(page);
      await see("Try again")(page);
    },
  },
  {
    name: "admin-quest-publish",
    path: "/admin_dashboard?status=INACTIVE",
    act: async (page) => {
      await press(/^publish/)(page);
      await see("You may want to add")(page);
    },
  },
  {
    name: "admin-quest-history",
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByLabel("Safety", { exact: true }).fill("Mind the bees.");
      await press("Save quest")(page);
      await see("Quest edited successfully")(page);
      await page.getByText("History", { exact: true }).click();
      await see("Restore this text")(page);
      await showInDialog(page.getByText("History", { exact: true }));
    },
  },
  {
    name: "admin-quest-conflict",
    arrange: async (page) => {
      const changes = [{ field: "safety", before: "tester", after: "tester tester" }];
      const entry = { id: 9, at: "2026-05-02T10:00:00Z", person: "tester", kind: "changed", locations: null, changes };
      await page.route("**/api/quests/*/history?*", answer([entry]));
      await page.route(/\/api\/quests\/\d+$/, (route) =>
        route.request().method() === "PUT"
          ? route.fulfill({ status: 409, json: { code: "quest_changed", detail: "tester" } })
          : route.fallback(),
      );
    },
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByLabel("Safety", { exact: true }).fill("Mind the wasps.");
      await press("Save quest")(page);
      await see("Save mine anyway")(page);
    },
  },
  {
    name: "admin-quest-pause",
    look: "brief",
    path: "/admin_dashboard?status=ACCEPTING_APPLICATIONS",
    act: async (page) => {
      await openTreesQuest(page);
      await press("Pause joining")(page);
      await see("Its status becomes “In progress”.")(page);
    },
  },
  {
    name: "admin-quest-kept",
    look: "brief",
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByLabel("Safety", { exact: true }).fill("Mind the wasps.");
      await page.reload();
      await openTreesQuest(page);
      await see("You have unsaved changes")(page);
    },
  },
  {
    name: "admin-quest-translations",
    arrange: (page) => page.route("**/api/quests/*", inLanguages),
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByRole("tab").last().click();
      await showInDialog(page.getByRole("tablist"));
    },
  },
  {
    name: "admin-quest-target",
    look: "brief",
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByLabel("Data points in total").fill("0");
      await press("Save quest")(page);
      await showInDialog(page.getByText("Data points in total", { exact: true }).last());
    },
  },
  {
    name: "admin-quest-results",
    act: async (page) => {
      await openTreesQuest(page);
      await page.getByLabel("Everybody", { exact: true }).check();
      await page.getByLabel(/^To 0.01 degrees/).check();
      await showInDialog(page.getByText("Who sees the results?", { exact: true }));
    },
  },
  {
    name: "admin-quests-archived",
    path: "/admin_dashboard?archived=only",
    arrange: (page) => page.route("**/api/admin/quests/summaries*", showArchived),
    act: see("Bark and Girth"),
  },
  {
    name: "quest-draft",
    path: "/admin_dashboard?status=INACTIVE",
    act: async (page) => {
      await page.getByRole("link", { name: /^Rainbow Water/ }).click();
      await see("Volunteers don't see this quest")(page);
    },
  },
  {
    name: "admin-quest-new",
    look: "brief",
    act: async (page) => {
      await press("Create New Quest")(page);
      await expect(page.getByLabel("Quest Name")).toBeVisible();
    },
  },
  {
    name: "admin-quest-edit",
    act: openTreesQuest,
  },
  {
    name: "admin-quest-preview",
    act: async (page) => {
      await press(/view\/edit/i)(page);
      await press("Preview")(page);
      const inside = page.frameLocator("dialog iframe");
      await expect(inside.getByRole("heading", { level: 1 })).toBeVisible();
    },
  },
  {
    name: "admin-quest-start",
    act: async (page) => {
      await press("Create New Quest")(page);
      await page.getByRole("radio", { name: /Custom/ }).check();
      await press(/A template/)(page);
      await showInDialog(page.getByRole("button", { name: /A template/ }));
    },
  },
  {
    name: "admin-quest-questions",
    look: "brief",
    act: async (page) => {
      await openQuestions(page);
      await showInDialog(page.locator("[data-draft]").first());
    },
  },
  {
    name: "admin-quest-question",
    act: async (page) => {
      await openQuestions(page);
      const choice = page.locator("[data-draft]").nth(3);
      await choice.click();
      await page.getByText("Key, heading and more").click();
      await showInDialog(choice);
    },
  },
  {
    name: "admin-quest-group",
    arrange: ternsQuestOf,
    act: async (page) => {
      await showInDialog(await openNewerQuestion(page, /Nest/));
    },
  },
  {
    name: "admin-quest-pictures",
    arrange: ternsQuestOf,
    act: async (page) => {
      await showInDialog(await openNewerQuestion(page, /Which bank/));
      await expect(page.getByLabel("What the picture of option 3 shows", { exact: false })).toBeVisible();
    },
  },
  {
    name: "admin-quest-outline",
    arrange: ternsQuestOf,
    act: async (page) => {
      await showInDialog(await openNewerQuestion(page, /An egg/));
      await expect(page.getByLabel("Hold the picture over the camera")).toBeChecked();
      await page.getByLabel("Ask for a scale in the photo").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "admin-quest-sounds",
    arrange: ternsQuestOf,
    act: async (page) => {
      await showInDialog(await openNewerQuestion(page, /Which call/));
      await expect(page.getByLabel("What the sound of option 2 plays", { exact: false })).toBeVisible();
      await page.getByLabel("What the sound of option 2 plays", { exact: false }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "admin-quest-list",
    arrange: ternsQuestOf,
    act: async (page) => {
      await showInDialog(await openNewerQuestion(page, /Species/));
      await expect(page.getByLabel("Choices", { exact: true })).toBeVisible();
    },
  },
  {
    name: "admin-quest-languages",
    act: async (page) => {
      await openQuestions(page);
      await press("Add a language")(page);
      await page.getByRole("combobox", { name: "Add a language" }).fill("sw");
      await page.getByRole("listbox").getByRole("option").first().click();
      const first = page.locator("[data-draft]").first();
      await first.click();
      await showInDialog(first);
    },
  },
  {
    name: "admin-quest-expression",
    act: async (page) => {
      await openQuestions(page);
      await page.locator("[data-draft]").nth(1).click();
      await page.getByText("Rules and defaults", { exact: true }).click();
      const rule = page.getByRole("textbox", { name: "Required if" });
      await rule.pressSequentially("$\u007b");
      await expect(page.getByRole("listbox", { name: "Answers and functions" })).toBeVisible();
      await showInDialog(rule);
    },
  },
  {
    name: "admin-quest-xlsform",
    arrange: (page) =>
      page.route(
        "**/api/protocols/xlsform",
        answer({
          protocol: { fields: [{ key: "wind", kind: "number", label: "Wind" }] },
          report: [
            { level: "error", sheet: "Survey", row: 4, column: "Type", message: "A geopoint is not asked here." },
            { level: "warning", sheet: "Survey", row: 7, column: "Relevant", message: "It is always asked." },
            { level: "info", sheet: null, row: null, column: null, message: "The form is called otherwise." },
          ],
        }),
      ),
    act: async (page) => {
      await openQuestions(page);
      await press(/Start over from/)(page);
      await press(/An XLSForm/)(page);
      await page
        .getByRole("region", { name: "Data collection form" })
        .locator('input[type="file"]')
        .first()
        .setInputFiles({ name: "a.xl", mimeType: "", buffer: Buffer.from("x") });
      await showInDialog(page.getByText("Import", { exact: true }));
    },
  },
  {
    name: "admin-quest-new-version",
    act: async (page) => {
      await openQuestions(page);
      await page.locator("[data-draft]").nth(1).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await showInDialog(page.getByText(/existing data points? keep/).first());
    },
  },
];

const adminScreens: Screen[] = [
  {
    name: "quest-progress",
    as: "admin",
    path: "/admin_dashboard/quests/{id}",
    quest: trees,
    act: async (page) => {
      await press("Show the numbers")(page);
      await page.getByRole("heading", { name: "Where points are missing" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "quest-progress-empty",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/quests/{id}",
    quest: trees,
    arrange: (page) => page.route("**/api/quests/*/progress", answer(nothingHappened)),
    act: see("No volunteers have joined this quest yet."),
  },
  {
    name: "quest-progress-history",
    as: "admin",
    path: "/admin_dashboard/quests/{id}",
    quest: trees,
    arrange: async (page) => {
      const entry = { id: 2, at: "2026-05-02T10:00:00Z", person: "tester", kind: "changed", locations: null };
      const changes = [
        { field: "quest_status", before: "INACTIVE", after: "ACCEPTING_APPLICATIONS" },
        { field: "safety", before: "tester", after: "tester tester" },
      ];
      await page.route("**/api/quests/*/progress", answer(nothingHappened));
      await page.route(
        "**/api/quests/*/history?*",
        answer([
          { ...entry, changes },
          { ...entry, id: 1, kind: "created", changes: [] },
        ]),
      );
    },
    act: see("Created this quest."),
  },
  {
    name: "quest-progress-failed",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/quests/{id}",
    quest: trees,
    arrange: (page) => page.route("**/api/quests/*/progress", refuse(500)),
    act: see("Try again"),
  },
  releaseScreen("", async (page) => {
    await page.getByRole("heading", { name: "Releases" }).scrollIntoViewIfNeeded();
    await see("Being made")(page);
  }),
  brief(releaseScreen("-none", see("This quest has no releases yet."), [])),
  releaseScreen("-new", async (page) => {
    await press("Publish a release")(page);
    await press("Add an author")(page);
    await page.getByLabel("ORCID iD of author 1").fill("0000-0002-1825-0098");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await see("This isn't an ORCID iD.")(page);
  }),
  brief(
    releaseScreen("-withdraw", async (page) => {
      await press("Withdraw release 2")(page);
      await page.getByRole("dialog").locator('button[type="submit"]').click();
      await see("Enter a reason.")(page);
    }),
  ),
  brief(releaseScreen("-doi", press("Enter the DOI of release 2"))),
  {
    ...releaseScreen("-deposits", async (page) => {
      await page.getByRole("heading", { name: "Releases" }).scrollIntoViewIfNeeded();
      await page.locator('a[href*="doi.org"]').waitFor();
    }),
    arrange: async (page) => {
      await offerDeposits(page);
      await showReleases(page, {}, deposits);
    },
  },
  { name: "release", path: "/quests/{id}/releases/2", quest: trees, arrange: showReleases, act: see("How to cite") },
  {
    name: "release-building",
    look: "brief",
    path: "/quests/{id}/releases/3",
    quest: trees,
    arrange: (page) => showReleases(page, { ...releases[0], content: null, citation: null, citations: [], files: [] }),
    act: see("Its files appear here"),
  },
  {
    name: "release-withdrawn",
    look: "brief",
    path: "/quests/{id}/releases/1",
    quest: trees,
    arrange: (page) => showReleases(page, { ...releases[2], files: [] }),
    act: see("was withdrawn"),
  },
  {
    name: "release-unknown",
    look: "brief",
    path: "/quests/{id}/releases/99",
    quest: trees,
    act: see("no such release"),
  },
  webhookScreen("", async (page) => {
    await page.getByRole("heading", { name: "Webhooks" }).scrollIntoViewIfNeeded();
    await see("No messages delivered yet")(page);
  }),
  brief(webhookScreen("-none", see("This quest has no webhooks yet."), [])),
  webhookScreen("-new", async (page) => {
    await press("Add webhook")(page);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await see("Enter an address.")(page);
  }),
  brief(
    webhookScreen("-made", async (page) => {
      await press("Add webhook")(page);
      await page.getByLabel("Address", { exact: true }).fill("https://lab.example/cairn/hook");
      await page.getByRole("button", { name: "Add", exact: true }).click();
      await see("It isn't shown again.")(page);
    }),
  ),
  brief(webhookScreen("-change", inWebhooks("change", "https://lab.example/5"))),
  brief(webhookScreen("-remove", inWebhooks("remove", "https://lab.example/5"))),
  webhookScreen("-deliveries", async (page) => {
    await inWebhooks("deliveries", "https://lab.example/cairn/hook")(page);
    await see("No answer within 10 seconds")(page);
  }),
  lessonEditorScreen("", see("Card 4"), lesson),
  brief(lessonEditorScreen("-empty", see("No cards yet."))),
  lessonEditorScreen("-choice", openCard(2), lesson),
  lessonEditorScreen(
    "-value",
    async (page) => {
      await openCard(4)(page);
      await page.getByLabel("Your value").fill("14");
      await press("Check")(page);
      await see("Answer again")(page);
    },
    { ...lesson, asked: "after_denied", denied_count: 3 },
  ),
  brief(lessonEditorScreen("-delete", press("Delete the lesson"), lesson)),
  brief(
    lessonEditorScreen("-problems", async (page) => {
      await press("Add a card")(page);
      await press("Save the lesson")(page);
      await see("Card 1: enter a text.")(page);
    }),
  ),
  {
    name: "admin-sample-lesson",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) =>
      states.changeSample(page, ({ photos }) => ({
        photos,
        review: { decision: "denied", comment: "tester", reviewed_by: "admin", reviewed_at: "2026-05-02T10:00:00Z" },
        lesson: {
          passed: { version: 2, passed_at: "2026-05-03T12:00:00Z" },
          calibrations: [
            { unit: "cm", count: 12, bias: 1.2, spread: 2.1 },
            { unit: "m", count: 1, bias: -0.5, spread: null },
          ],
        },
      })),
    act: async (page) => {
      await openSample(page);
      await see("Use in the lesson")(page);
    },
  },
  { name: "admin-samples", as: "admin", path: "/admin_dashboard/samples", act: see("Sample Detail") },
  {
    name: "admin-sample-evidence",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => page.route(/\/api\/quest_data\/[0-9a-f-]+$/, showEvidence),
    act: async (page) => {
      await page.getByRole("link", { name: "Click For Info" }).first().click();
      const evidence = page.getByRole("region", { name: "How it was measured" });
      await expect(evidence.locator("summary")).toHaveCount(2);
      for (const fold of await evidence.locator("summary").all()) await fold.click();
    },
  },
  {
    name: "admin-samples-filters",
    as: "admin",
    path: "/admin_dashboard/samples?worse=1&sort=evidence&recheck=1",
    act: async (page) => {
      await see("Second review")(page);
      await page.getByRole("button", { name: /^Filters/ }).click();
      await expect(page.getByLabel("Volunteer", { exact: true })).toBeVisible();
    },
  },
  {
    name: "admin-samples-grid",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => page.route("**/api/admin/samples?*", inEveryState),
    act: async (page) => {
      await page.getByRole("button", { name: "Grid" }).click();
      await expect(page.getByRole("list", { name: "Pending Review" }).locator("details").first()).toBeVisible();
    },
  },
  ...(["table", "grid"] as const).map(
    (view): Screen => ({
      name: `admin-samples-unreadable-${view}`,
      look: "brief",
      as: "admin",
      path: "/admin_dashboard/samples",
      arrange: (page) => page.route("**/api/admin/samples?*", spoilFirstSample),
      act: async (page) => {
        await see("Photo damaged")(page);
        if (view === "grid") await press("Grid")(page);
      },
    }),
  ),
  {
    name: "admin-sample-unreadable",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => states.changeSample(page, ({ photos }) => ({ photos: unreadable(photos) })),
    act: async (page) => {
      await openSample(page);
      await see("This photo is damaged")(page);
    },
  },
  {
    name: "admin-samples-selected",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => page.route("**/api/admin/samples?*", inEveryState),
    act: async (page) => {
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .first()
        .check();
      await page.getByRole("table").locator("summary").first().click();
      await expect(page.getByRole("region", { name: "Decide on selection" })).toBeVisible();
    },
  },
  {
    name: "admin-samples-bulk",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: async (page) => {
      await page.route(
        "**/api/organizations/*/review-reasons",
        answer([{ decision: "denied", text: "The photo is blurred." }]),
      );
    },
    act: async (page) => {
      await page
        .getByRole("checkbox", { name: /^Select/ })
        .first()
        .check();
      await page.getByRole("button", { name: "Deny" }).click();
      await showInDialog(page.getByRole("button", { name: "The photo is blurred." }));
    },
  },
  {
    name: "admin-samples-no-fit",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/samples?person=alice&q=tester",
    act: see("No samples match these filters."),
  },
  {
    name: "admin-samples-keys",
    as: "admin",
    path: "/admin_dashboard/samples",
    act: async (page) => {
      await see("Pending Review")(page);
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "admin-sample-decided",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: async (page) => {
      await page.route(/\/api\/quest_data\/[0-9a-f-]+\/review$/, refuse(503));
    },
    act: async (page) => {
      await page.getByRole("link", { name: "Click For Info" }).first().click();
      await page.getByRole("button", { name: /^Accept/ }).click();
      await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
    },
  },
  {
    name: "admin-sample-against",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: states.showEvidence,
    act: async (page) => {
      await openSample(page);
      await see("High weight")(page);
      await press(/^Request Change/)(page);
    },
  },
  {
    name: "admin-sample-revisions",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: states.showRevisions,
    act: async (page) => {
      await openSample(page);
      await see("Revision 3 next to revision 2")(page);
      await page.getByText("Revision 2 next to revision 1").click();
    },
  },
  {
    name: "admin-sample-conflict",
    look: "brief",
    as: "admin",
    // A sample that stays in its list after a decision.
    path: "/admin_dashboard/samples?state=accepted",
    arrange: states.showConflict,
    act: async (page) => {
      await openSample(page);
      await press(/^Accept/)(page);
      await see(states.conflictSentence)(page);
    },
  },
  {
    name: "admin-samples-empty",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => page.route("**/api/admin/samples*", answer([])),
    act: see("Pending Review"),
  },
  {
    name: "admin-samples-failed",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/samples",
    arrange: (page) => page.route("**/api/admin/samples*", refuse(500)),
    act: see("There was an error while attempting to fetch quest details."),
  },
  {
    name: "admin-sample",
    as: "admin",
    path: "/admin_dashboard/samples",
    act: async (page) => {
      await page.getByRole("link", { name: "Click For Info" }).first().click();
      await see(/Sample Overview - ID/)(page);
    },
  },
  {
    name: "admin-review",
    as: "admin",
    path: "/admin_dashboard/review",
    arrange: (page) => showTeam(page),
    act: see("Cohen's kappa is 0.66"),
  },
  {
    name: "admin-review-empty",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/review",
    arrange: async (page) => {
      await showTeam(page, { reviewers: [], agreement: { count: 0, observed: null, kappa: null, table: [] } });
      await page.route("**/api/admin/assignments*", answer([]));
      await page.route("**/api/organizations/*/review-reasons", answer([]));
    },
    act: see("This organization has no reasons yet."),
  },
  {
    name: "admin-review-failed",
    look: "brief",
    as: "admin",
    path: "/admin_dashboard/review",
    arrange: async (page) => {
      for (const path of ["admin/review-figures*", "admin/assignments*", "organizations"]) {
        await page.route(`**/api/${path}`, refuse(500));
      }
    },
    act: (page) => expect(page.getByRole("button", { name: "Try again" })).toHaveCount(3),
  },
  {
    name: "admin-review-reviewers",
    as: "admin",
    path: "/admin_dashboard/review",
    arrange: (page) => showTeam(page),
    act: async (page) => {
      await press(/^Change reviewers of/)(page);
      await expect(page.getByLabel("Username")).toBeVisible();
    },
  },
  {
    name: "admin-review-reasons",
    as: "admin",
    path: "/admin_dashboard/review",
    arrange: (page) => showTeam(page),
    act: async (page) => {
      await press("Edit reasons")(page);
      await see("Suggestions: press one to add it.")(page);
    },
  },
  {
    name: "admin-team",
    as: "admin",
    path: "/admin_dashboard/team?organization=1",
    arrange: showMembers,
    act: see("Open invitations"),
  },
  {
    name: "admin-team-invite",
    as: "admin",
    path: "/admin_dashboard/team?organization=1",
    arrange: showMembers,
    act: async (page) => {
      await press("Invite")(page);
      await page.getByLabel("Email address").fill("nova@example.org");
    },
  },
  {
    name: "admin-team-invited",
    as: "admin",
    path: "/admin_dashboard/team?organization=1",
    arrange: showMembers,
    act: async (page) => {
      await press("Invite")(page);
      await page.getByLabel("Email address").fill("nova@example.org");
      await press("Send invitation")(page);
      await see("This site sends no email. Pass on this link:")(page);
    },
  },
  {
    name: "admin-team-role",
    as: "admin",
    path: "/admin_dashboard/team?organization=1",
    arrange: showMembers,
    act: async (page) => {
      await page.getByRole("row").filter({ hasText: "bob" }).getByRole("button").first().click();
      await page.getByLabel("Role", { exact: true }).selectOption("owner");
    },
  },
  { name: "invitation", path: "/invitations/x", arrange: showInvitation(), act: see("Sign up") },
  {
    name: "invitation-expired",
    look: "brief",
    path: "/invitations/x",
    arrange: showInvitation({ state: "expired" }),
    act: see("This invitation has expired"),
  },
  {
    name: "invitation-other-address",
    look: "brief",
    as: "alice",
    path: "/invitations/x",
    arrange: async (page) => {
      await showInvitation()(page);
      const detail =
        "This invitation is for another email address. Sign in with the account that has it, and confirm the address first.";
      await page.route("**/api/invitations/*/accept", (route) =>
        route.fulfill({ status: 409, json: { code: "invitation_other_address", detail } }),
      );
    },
    act: async (page) => {
      await press("Accept")(page);
      await see("To use another account")(page);
    },
  },
  {
    name: "invitation-accepted",
    look: "brief",
    as: "alice",
    path: "/invitations/x",
    arrange: async (page) => {
      await showInvitation()(page);
      const { organization_name, role } = invitationOffer;
      await page.route("**/api/invitations/*/accept", answer({ organization_id: 1, organization_name, role }));
    },
    act: async (page) => {
      await press("Accept")(page);
      await see("You're in the team of")(page);
    },
  },
  { name: "admin-applications", as: "admin", path: "/admin_dashboard/applications", act: see("Applications") },
  {
    name: "admin-datasets",
    as: "admin",
    path: "/admin_dashboard/datasets",
    arrange: async (page) => {
      await ternsQuestOf(page);
    },
    act: see(/GeoJSON.?: .?shore/),
  },
  { name: "admin-evidence", as: "admin", path: "/admin_dashboard/evidence", act: see("Same photo") },
  { name: "admin-settings", as: "admin", path: "/admin_dashboard/settings", act: see("Settings") },
  {
    name: "admin-feature-testing",
    as: "admin",
    path: "/admin_dashboard/feature-testing",
    act: see("Nairobi Arboretum"),
  },
];

async function openSample(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Click For Info" }).first().click();
  await see(/Sample Overview - ID/)(page);
}

/** The form of a quest with its own protocol and data points. */
async function openQuestions(page: Page): Promise<void> {
  await openEditor(page, "Clear to the Bottom");
  await expect(page.locator("[data-draft]").first()).toBeVisible();
}

/** Scrolls to the top of a dialog's content. */
async function showInDialog(found: Locator): Promise<void> {
  await expect(found.first()).toBeVisible();
  await found.first().evaluate((element) => element.scrollIntoView({ block: "start" }));
}

/** Phones show the list first and the map on demand; desktops show both. */
async function openMap(page: Page): Promise<void> {
  await page.getByRole("searchbox").waitFor();
  const mapSwitch = page.getByRole("button", { name: "Map", exact: true });
  if (await mapSwitch.isVisible()) await mapSwitch.click();
}

export const screens: Screen[] = [
  ...visitorScreens,
  ...adventurerScreens,
  ...testerScreens,
  ...questTableScreens.map((screen): Screen => ({ as: "admin", path: "/admin_dashboard", ...screen })),
  ...adminScreens,
];
