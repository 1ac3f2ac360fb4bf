import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  asAdventurer,
  asVisitor,
  joined,
  never,
  quest,
  questLocation,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import type { AdventurerQuest } from "../../contract/participations.ts";
import type { Quest } from "../../contract/quests.ts";
import { noteServerTime } from "../foundation/api/server-clock.ts";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "./quest-detail-page.tsx";
import "./quest-data-page.tsx";
import "./beside-form.tsx";
import "./joined-parts.tsx";
import "../features/quests/quest-places.tsx";

const questPath = "GET /api/quests/7";
const recordPath = "GET /api/adventurers/alice/quests/7";
const signUpPath = "POST /api/adventurers/alice/quests/7/sign-up";
const notJoined = () => refusal(404, "not_joined");

beforeEach(() => standInBrowser());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  noteServerTime(new Date().toUTCString());
});

const title = () => screen.findByRole("heading", { level: 1, name: quest().quest_name });
const panel = () => within(screen.getByRole("complementary", { name: "Quest at a glance" }));

describe("quest detail, by user", () => {
  it("[QUEST-01] [QUEST-02] a visitor sees the name in the hero and a link to sign up", async () => {
    serve({ [questPath]: quest() });
    const signIn = vi.fn(async () => {});
    renderApp("/quests/7", asVisitor({ signIn }));
    expect((await title()).closest("header")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: "Sign up to go on an adventure!" }));
    expect(signIn).toHaveBeenCalledWith({ signUp: true, returnTo: "/quests/7?join" });
    expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Submit Data" })).toBeNull();
  });

  it("[QUEST-03] a user who has not joined sees the button to apply, and nothing else to do", async () => {
    serve({ [questPath]: quest(), [recordPath]: notJoined });
    renderApp("/quests/7", asAdventurer());
    expect(await screen.findByRole("button", { name: "Apply to Quest" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Sign up to go on an adventure!" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Submit Data" })).toBeNull();
  });

  it.each([
    [{ quest_status: "IN_PROGRESS" }, "You can't join this quest: it isn't open.", "Closed"],
    [{ quest_deadline: "2020-01-31" }, "You can't join this quest: its deadline has passed.", "Deadline passed"],
    [{ adventurer_limit: 4 }, "You can't join this quest: it's full.", "Full"],
  ] as const)(
    "[QUEST-03] if applying cannot succeed (%j), the reason replaces the button",
    async (changes, reason, pill) => {
      serve({ [questPath]: quest(changes), [recordPath]: notJoined });
      renderApp("/quests/7", asAdventurer());
      expect(await screen.findByText(reason)).toBeTruthy();
      expect(screen.getAllByText(pill)).not.toEqual([]);
      expect(screen.queryByText("Open to join")).toBeNull();
      expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
    },
  );

  it("[QUEST-03] [CALL-06] is open until the deadline's day is over everywhere, by the server's clock, as the server decides", async () => {
    // 11:00 UTC on the tenth is still the ninth on Baker Island. This phone's clock is two hours ahead.
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-10T13:00:00Z") });
    vi.stubEnv("TZ", "Pacific/Auckland");
    noteServerTime("Wed, 10 Jun 2026 11:00:00 GMT");
    serve({ [questPath]: quest({ quest_deadline: "2026-06-09" }), [recordPath]: notJoined });
    const { unmount } = renderApp("/quests/7", asAdventurer());
    expect(await screen.findByRole("button", { name: "Apply to Quest" })).toBeTruthy();
    expect(await screen.findByText("Open to join")).toBeTruthy();
    expect(screen.queryByText(/passed|Not open/)).toBeNull();
    // In Auckland the day is over, but not the time to join.
    expect(screen.getByText("Jun 9, 2026")).toBeTruthy();
    expect(screen.getByText(/^Open to join until/).textContent).toMatch(/until Jun 11, 2026, 12:00.AM \(your time\)$/);
    unmount();
    noteServerTime("Wed, 10 Jun 2026 12:00:00 GMT");
    renderApp("/quests/7", asAdventurer());
    expect(await screen.findByText("You can't join this quest: its deadline has passed.")).toBeTruthy();
    expect(screen.getByText("Jun 9, 2026 (passed)")).toBeTruthy();
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    expect(screen.queryByText(/^Open to join until/)).toBeNull();
    expect(screen.queryByText("Open to join")).toBeNull();
  });

  it("[QUEST-02] [QUEST-05] a closed quest still invites visitors, and users who joined can continue", async () => {
    serve({ [questPath]: quest({ adventurer_limit: 4 }), [recordPath]: joined({ quest_status: "IN_PROGRESS" }) });
    const { unmount } = renderApp("/quests/7");
    expect(await screen.findByRole("link", { name: "Sign up to go on an adventure!" })).toBeTruthy();
    expect(screen.getByText("You can't join this quest: it's full.")).toBeTruthy();
    unmount();
    renderApp("/quests/7", asAdventurer());
    expect(await screen.findByRole("link", { name: "Submit Data" })).toBeTruthy();
    expect(screen.queryByText(/not open|Closed/)).toBeNull();
  });

  it("[QUEST-05] a user who has joined can submit data", async () => {
    serve({ [recordPath]: joined() });
    renderApp("/quests/7", asAdventurer());
    const link = await screen.findByRole("link", { name: "Submit Data" });
    expect(link.getAttribute("href")).toBe("/quests/7/data");
    expect(screen.queryByRole("button", { name: "Apply to Quest" })).toBeNull();
  });

  it("[QUEST-05] says what the link is for, and what is left to do in a completed or closed quest", async () => {
    const about = async (name: string) => {
      const link = await screen.findByRole("link", { name });
      expect(link.getAttribute("href")).toBe("/quests/7/data");
      return document.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent;
    };
    const show = (record: AdventurerQuest) => {
      serve({ [recordPath]: record });
      return renderApp("/quests/7", asAdventurer());
    };
    let view = show(joined());
    expect(await about("Submit Data")).toBe("“Submit Data” opens the form for a new data point.");
    view.unmount();
    view = show(joined({ quest_status: "DATA_PROCESSING" }));
    expect(await about("Submit Data")).toMatch(/only accepts what you measured while it was open/);
    view.unmount();
    show(joined({}, "completed"));
    expect(await about("See your data points")).toMatch(/If a reviewer requests a change, you can still answer/);
    expect(screen.queryByRole("link", { name: "Submit Data" })).toBeNull();
  });
});

describe("applying", () => {
  async function openDialog(options = {}) {
    renderApp("/quests/7", asAdventurer(), options);
    await userEvent.click(await screen.findByRole("button", { name: "Apply to Quest" }));
    return within(screen.getByRole("dialog", { name: "Sign up for this quest" }));
  }

  it("[QUEST-04] asks to confirm location and gear, and can be cancelled", async () => {
    const fetchMock = serve({ [questPath]: quest(), [recordPath]: notJoined });
    const dialog = await openDialog();
    expect(dialog.getByText(/confirm/i).textContent).toMatch(/locations.*gear/);
    expect(dialog.getByText("Lihue, Hawaii, United States")).toBeTruthy();
    expect(dialog.getByText("Phone with GPS")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Yes, sign me up!" })).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Actually, no..." }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(fetchMock.mock.calls.some(([, init]) => init?.method === "POST")).toBe(false);
  });

  it("[QUEST-04] opens at once if the address says so, and joins nobody by itself", async () => {
    serve({ [questPath]: quest(), [recordPath]: notJoined });
    const dialogName = { name: "Sign up for this quest" };
    const { unmount } = renderApp("/quests/7?join", asAdventurer());
    const dialog = within(await screen.findByRole("dialog", dialogName));
    await userEvent.click(dialog.getByRole("button", { name: "Actually, no..." }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Apply to Quest" })).toBeTruthy();
    unmount();
    const others = [
      { answers: { [recordPath]: joined() }, who: asAdventurer(), sees: "Submit Data" },
      { answers: { [questPath]: quest() }, who: asVisitor(), sees: "Sign up to go on an adventure!" },
    ];
    for (const { answers, who, sees } of others) {
      serve(answers);
      const other = renderApp("/quests/7?join", who);
      expect(await screen.findByRole("link", { name: sees })).toBeTruthy();
      expect(screen.queryByRole("dialog", dialogName)).toBeNull();
      other.unmount();
    }
  });

  it("[QUEST-06] joins, closes, and shows the success banner", async () => {
    let hasJoined = false;
    serve({
      [questPath]: quest(),
      [recordPath]: () => (hasJoined ? joined() : notJoined()),
      [signUpPath]: () => {
        hasJoined = true;
        return joined();
      },
      "GET /api/adventurers/alice/quests": [joined()],
    });
    const dialog = await openDialog({ sharesCache: true });
    await userEvent.click(dialog.getByRole("button", { name: "Yes, sign me up!" }));
    const banner = await screen.findByText("You have successfully signed up for the quest: Bark of the mango trees!");
    expect(banner.closest("[role=status]")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("link", { name: "Submit Data" })).toBeTruthy();
    expect(document.activeElement?.contains(banner)).toBe(true);
  });

  it("[QUEST-16] a failure is logged, and the dialog stays and says so", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    serve({
      [questPath]: quest(),
      [recordPath]: notJoined,
      [signUpPath]: () => refusal(409, "quest_full", "This quest is full."),
    });
    const dialog = await openDialog();
    await userEvent.click(dialog.getByRole("button", { name: "Yes, sign me up!" }));
    const alert = await dialog.findByRole("alert");
    expect(alert.textContent).toContain("Failed to sign up for the quest");
    expect(alert.textContent).toContain("This quest is full.");
    expect(log.mock.calls[0]?.[0]).toBe("Failed to sign up for the quest");
    expect(dialog.getByRole("button", { name: "Yes, sign me up!" })).toBeTruthy();
  });
});

describe("the content of a quest", () => {
  it("[QUEST-08] [QUEST-10] [QUEST-11] [QUEST-14] has all sections, the collapsible ones as details", async () => {
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    for (const name of ["Overview", "Description", "Data-Collection Procedure", "Risk Management"])
      expect(screen.getByRole("heading", { level: 2, name })).toBeTruthy();
    expect(screen.getByText("Photograph the bark and measure the trunk.")).toBeTruthy();
    const section = (name: string) =>
      [...document.querySelectorAll("details")].find(
        (details) => details.querySelector("summary")?.textContent === name,
      )?.textContent;
    expect(section("Qualifications")).toBeTruthy();
    expect(section("Equipment")).toContain("Phone with GPS");
    expect(section("Compensation")).toMatch(/None \(volunteer\)/);
    expect(section("Training")).toContain("Read the guide twice.");
    expect(section("Safety Information")).toContain("Look up before you step close.");
  });

  it("[QUEST-07] [QUEST-12] the strip under the name has difficulty, duration, spots and deadline; the panel what is asked, and share", async () => {
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const strip = within((await title()).closest("header") as HTMLElement);
    const stones = strip.getByRole("img", { name: "Difficulty 3 of 5: MEDIUM" });
    expect([...stones.children].map((stone) => stone.getAttribute("data-filled"))).toEqual([
      "true",
      "true",
      "true",
      "false",
      "false",
    ]);
    expect(strip.getByText("5 to 7 minutes per sample")).toBeTruthy();
    expect(strip.getByText("6 of 10 spots left")).toBeTruthy();
    expect(strip.getByText(/days left/).textContent).toContain("May 9, 2031");
    expect(panel().getByText("How many").parentElement?.textContent).toBe("How manyAt least 20 trees");
    expect(panel().getByRole("button", { name: "Share" })).toBeTruthy();
  });

  it("says each fact once, in the quest's own unit", async () => {
    const girth = { key: "tree_width", kind: "number", label: "Girth", unit: "cm" } as const;
    const protocol = { version: 1, fields: [girth], target_count: 20, spacing_meters: 9.144 } as const;
    const changes = { protocol, protocol_version: 1, target_count: 20 } as unknown as Partial<Quest>;
    serve({ [questPath]: quest(changes), [recordPath]: joined(changes) });
    const words = async () => {
      await screen.findByRole("region", { name: "What you'll record" });
      return screen.getByRole("main").textContent ?? "";
    };
    const timesOf = (what: RegExp, text: string) => [...text.matchAll(what)].length;
    const { unmount } = renderApp("/quests/7");
    const visitor = await words();
    unmount();
    renderApp("/quests/7", asAdventurer());
    await screen.findByText(/of 20 trees/);
    const volunteer = await words();
    for (const text of [visitor, volunteer]) {
      expect([timesOf(/20/g, text.replaceAll(/20\d\d/g, "")), timesOf(/10 yards/g, text)]).toEqual([1, 1]);
      expect(text).not.toMatch(/9[.,]14|data points asked/);
      expect(timesOf(/None \(volunteer\)/g, text)).toBe(1);
      expect(timesOf(/Department of Forest Ecology/g, text)).toBe(1);
    }
  });

  it("says how far it is only if the position is allowed already", async () => {
    serve({ [questPath]: quest() });
    const ask = vi.fn((found: PositionCallback) =>
      found({ coords: { latitude: 21.97, longitude: -159.37 } } as GeolocationPosition),
    );
    const query = vi.fn(async () => ({ state: "prompt" }));
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("navigator", {
      ...window.navigator,
      languages: ["en"],
      permissions: { query },
      geolocation: { getCurrentPosition: ask },
    });
    const { unmount } = renderApp("/quests/7");
    await title();
    await waitFor(() => expect(query).toHaveBeenCalled());
    expect(ask).not.toHaveBeenCalled();
    unmount();
    query.mockResolvedValue({ state: "granted" });
    renderApp("/quests/7");
    expect(await screen.findByText(saying(/\d\sk?m away$/))).toBeTruthy();
  });

  it("cuts a long description, and opens it at a press and where the browser finds something in it", async () => {
    const heightOf = (element: HTMLElement) => (element.textContent?.startsWith("Photograph the bark") ? 300 : 0);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
      return heightOf(this);
    });
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(100);
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    const text = await screen.findByText("Photograph the bark and measure the trunk.");
    const frame = text.closest("[data-cut]") as HTMLElement;
    const more = screen.getByRole("button", { name: "More Description" });
    expect([frame.dataset.cut, more.getAttribute("aria-expanded")]).toEqual(["cut", "false"]);
    await userEvent.click(more);
    expect([frame.dataset.cut, more.getAttribute("aria-expanded")]).toEqual([undefined, "true"]);
    await userEvent.click(screen.getByRole("button", { name: "Less Description" }));
    expect(frame.dataset.cut).toBe("cut");
    fireEvent.scroll(frame);
    expect(frame.dataset.cut).toBeUndefined();
  });

  it("has no button at a description that fits", async () => {
    serve({ [questPath]: quest() });
    renderApp("/quests/7");
    await screen.findByText("Photograph the bark and measure the trunk.");
    expect(screen.queryByRole("button", { name: /Description$/ })).toBeNull();
  });

  /** The browser's own address while a test renders the page at another one. */
  const sharedAddress = `${location.origin}/quests/7`;
  beforeEach(() => history.replaceState(null, "", "/quests/7?utm_source=mail#top"));
  afterEach(() => history.replaceState(null, "", "/"));

  it("[QUEST-07] opens the device's share sheet if there is one", async () => {
    serve({ [questPath]: quest() });
    const share = vi.fn(async () => {});
    Object.defineProperty(navigator, "share", { value: share, configurable: true });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    await userEvent.click(panel().getByRole("button", { name: "Share" }));
    Reflect.deleteProperty(navigator, "share");
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: "Bark of the mango trees", url: sharedAddress });
  });

  it("[QUEST-07] copies the link otherwise, and says so", async () => {
    serve({ [questPath]: quest() });
    const user = userEvent.setup();
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    await user.click(panel().getByRole("button", { name: "Share" }));
    expect(await panel().findByText("Link copied")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(sharedAddress);
    expect(screen.getByTestId("live-region").textContent).toBe("Link copied");
  });

  it("shows a few of many locations, and all of them on demand", async () => {
    const locations = Array.from({ length: 40 }, (_, index) =>
      questLocation({ id: 100 + index, locality: `Place ${index + 1}`, coordinates: [20 + index / 10, -159] }),
    );
    serve({ [questPath]: quest({ locations }) });
    renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const list = () => document.querySelectorAll('a[href*="?to="]');
    expect(screen.getByRole("link", { name: "Directions to Place 1" })).toBe(list()[0]);
    expect(list()).toHaveLength(8);
    await userEvent.click(screen.getByRole("button", { name: "Show all 40 locations" }));
    expect(list()).toHaveLength(40);
  });

  it("[QUEST-09] a map at zoom 4 has a marker for each location, numbered as in the list", async () => {
    serve({
      [questPath]: quest({
        locations: [questLocation(), questLocation({ id: 12, locality: "Kapaa", coordinates: [22.08, -159.32] })],
      }),
    });
    renderApp("/quests/7");
    const map = within(await screen.findByRole("region", { name: "Map of locations" }));
    expect(map.getByRole("img", { name: "1: Lihue, Hawaii" }).textContent).toBe("1");
    expect(map.getByRole("img", { name: "2: Kapaa, Hawaii" }).textContent).toBe("2");
    await waitFor(() =>
      expect(document.querySelector<HTMLImageElement>("img.tileImage")?.src).toMatch(
        /^https:\/\/tiles\.example\/4\/\d+\/\d+\.png$/,
      ),
    );
  });

  it("[QUEST-09] the first location is the centre of the map, and each marker is at its location", async () => {
    const degreesPerPx = 360 / (256 * 2 ** 4);
    serve({
      [questPath]: quest({
        locations: [
          questLocation({ coordinates: [0, 10] }),
          // On the equator, 100 px east and 50 px west of it.
          questLocation({ id: 12, locality: "Kapaa", coordinates: [0, 10 + 100 * degreesPerPx] }),
          questLocation({ id: 13, locality: "Hanalei", coordinates: [0, 10 - 50 * degreesPerPx] }),
        ],
      }),
    });
    renderApp("/quests/7");
    const map = within(await screen.findByRole("region", { name: "Map of locations" }));
    const whereIs = async (name: string) => {
      const mark = (await map.findByRole("img", { name })).closest<HTMLElement>("[style*='translate']");
      return (mark?.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
    };
    const [left = 0, top = 0] = await whereIs("1: Lihue, Hawaii");
    // The map measures 1000 by 800 px here; the tip of a mark is 25 px right of its corner and 55 px below.
    expect([left + 25, top + 55]).toEqual([500, 400]);
    expect((await whereIs("2: Kapaa, Hawaii"))[0]).toBeCloseTo(600 - 25, 1);
    expect((await whereIs("3: Hanalei, Hawaii"))[0]).toBeCloseTo(450 - 25, 1);
  });

  it("[QUEST-15] the guide of the tree quests has the fixed facts; other types do not mention trees", async () => {
    serve({ [questPath]: quest() });
    const { unmount } = renderApp("/quests/7");
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    const words = screen.getByRole("main").textContent ?? "";
    for (const fact of [
      /Adventure type\s*Hiking/,
      /Terrain/,
      /5 to 7 minutes per sample/,
      /At least 20 trees/,
      /At least 10 yards/,
      /circumference in centimetres/,
      /Study partner/,
    ])
      expect(words).toMatch(fact);
    unmount();
    serve({
      "GET /api/quests/8": quest({ id: 8, quest_type: "WATER", quest_name: "Clear water", quest_description: "Look." }),
    });
    renderApp("/quests/8");
    await screen.findByRole("heading", { level: 1, name: "Clear water" });
    await screen.findByRole("heading", { level: 2, name: "Overview" });
    expect(screen.getByRole("main").textContent).not.toMatch(/\btree|\bbark|trunk|yards|circumference/i);
  });
});

describe("a quest with its own protocol", () => {
  const girth = { key: "tree_width", kind: "number", label: "Girth", unit: "cm" } as const;
  const task = { version: 1, fields: [girth], target_count: 20, spacing_meters: 9.144 };
  async function wordsOf(protocol: Quest["protocol"], changes: Partial<Quest> = {}) {
    serve({ [questPath]: quest({ protocol, protocol_version: 1, ...changes }) });
    const { unmount } = renderApp("/quests/7");
    await screen.findByRole("region", { name: "What you'll record" });
    const words = screen.getByRole("main").textContent ?? "";
    unmount();
    return words;
  }

  it("[QUEST-15] about trees keeps the fixed text if the protocol agrees, and says nothing else", async () => {
    expect(await wordsOf(task)).toMatch(/At least 20 trees.*At least 10 yards.*Walk on to the next tree/);
    for (const differing of [
      { ...task, target_count: 5 },
      { ...task, spacing_meters: 50 },
      { version: 1, fields: [girth] },
    ]) {
      const words = await wordsOf(differing);
      expect(words).toContain("circumference in centimetres");
      expect(words).not.toMatch(/20 trees|at least 20|10 yards|Walk on to/i);
    }
    const photo = { key: "leaf", kind: "photo", label: "A leaf" } as const;
    for (const fields of [[{ ...girth, key: "height" }], [{ ...girth, unit: "m" }], [girth, photo]]) {
      const words = await wordsOf({ ...task, fields } as Quest["protocol"]);
      expect(words).toContain("Hiking");
      expect(words).not.toMatch(/20 trees|10 yards|minutes per sample|Photograph the bark at chest height/);
    }
  });

  it("lists what a data point asks for, how many it wants, how far apart and with which photo", async () => {
    const labels = Array.from({ length: 13 }, (_, index) => `Question ${index + 1}`);
    const [first, second, third, ...rest] = labels.map((label, index) => ({ key: `f_${index}`, kind: "text", label }));
    const fields = [
      { ...first, kind: "number", unit: "Cel" },
      { ...second, kind: "integer", unit: "1" },
      { ...third, kind: "photo" },
      ...rest,
    ];
    const protocol = { version: 1, fields, target_count: 3, spacing_meters: 12.5 } as Quest["protocol"];
    serve({ [questPath]: quest({ quest_type: "WATER", protocol, protocol_version: 1 }) });
    renderApp("/quests/7");
    const section = await screen.findByRole("region", { name: "What you'll record" });
    const items = within(section).getAllByRole("listitem");
    expect(items.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
      "Question 1 (°C)",
      "Question 2",
      "Question 3 (photo)",
      "Question 4",
    ]);
    expect(section.textContent).toMatch(/7 moreQuestion 7.*Question 13PhotoOnly the photos listed above$/);
    expect([...panel().getAllByRole("term")].map((term) => term.parentElement?.textContent)).toEqual([
      "How many3 data points",
      "How far apartAt least 12.5 m",
    ]);
  });
});

describe("states of the quest detail", () => {
  it("[QUEST-13] loading", () => {
    serve({ [questPath]: never });
    renderApp("/quests/7");
    return waitFor(() => expect(within(screen.getByRole("main")).getByRole("status").textContent).toBe("Loading..."));
  });

  it("[QUEST-13] failed, and retried", async () => {
    let fails = true;
    serve({ [questPath]: () => (fails ? refusal(500, "internal_error") : quest()) });
    renderApp("/quests/7");
    expect(await screen.findByText("Error loading quest details")).toBeTruthy();
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await title()).toBeTruthy();
  });

  it.each(["/quests/7", "/quests/seven"])("[QUEST-13] %s is not found", async (path) => {
    serve({ [questPath]: () => refusal(404, "quest_not_found") });
    renderApp(path);
    expect(await screen.findByText("No quest found")).toBeTruthy();
  });
});

// Last, because it leaves the page, and later pages are announced by their titles.
describe("signing up on the quest's page", () => {
  it("[QUEST-06] who signed up on the quest's page has joined, and is on the form", async () => {
    let hasJoined = false;
    const answers = {
      [questPath]: quest(),
      [recordPath]: () => (hasJoined ? joined() : notJoined()),
      "GET /api/adventurers/alice/quests": [joined()],
      "GET /api/adventurers/alice/quests/7/data": [],
      [signUpPath]: () => {
        hasJoined = true;
        return joined();
      },
    };
    serve(answers);
    const { unmount } = renderApp("/quests/7", asVisitor());
    await userEvent.click(await screen.findByRole("link", { name: "Sign up to go on an adventure!" }));
    unmount();
    renderApp("/quests/7?join", asAdventurer(), { sharesCache: true });
    expect(
      await screen.findByText("You have successfully signed up for the quest: Bark of the mango trees!"),
    ).toBeTruthy();
    expect(screen.getByText("What you need").closest("details")?.textContent).toContain("Phone with GPS");
    expect(await screen.findByRole("heading", { name: "Upload New Data Point" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    // Once only.
    expect(sessionStorage.length).toBe(0);
    const notice = within(screen.getByText("What you need").closest<HTMLElement>("[role=status]") ?? document.body);
    await userEvent.click(notice.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText("What you need")).toBeNull());
    expect(screen.getByRole("heading", { name: "Upload New Data Point" })).toBeTruthy();
  });

  it("[QUEST-16] a failure after signing up is said in the dialog, which stays", async () => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    serve({
      [questPath]: quest(),
      [recordPath]: notJoined,
      [signUpPath]: () => refusal(409, "quest_full", "This quest is full."),
    });
    const { unmount } = renderApp("/quests/7", asVisitor());
    await userEvent.click(await screen.findByRole("link", { name: "Sign up to go on an adventure!" }));
    unmount();
    renderApp("/quests/7?join", asAdventurer());
    const dialog = within(await screen.findByRole("dialog", { name: "Sign up for this quest" }));
    expect((await dialog.findByRole("alert")).textContent).toContain("This quest is full.");
    expect(dialog.getByRole("button", { name: "Yes, sign me up!" })).toBeTruthy();
  });
});
