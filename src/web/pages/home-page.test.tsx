import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
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
import type { QuestMarker, QuestSpot } from "../../contract/quests.ts";
// Loaded beforehand: on a busy machine their chunks would take longer than a test waits.
import "../features/quests/quest-map.tsx";

const ownPath = "GET /api/adventurers/alice/quests";
const mango = quest();
const river = quest({ id: 8, quest_name: "Clear water", quest_type: "WATER", quest_deadline: null });

const markerOf = ({ id, quest_name, quest_type, locations }: typeof mango): QuestMarker => ({
  id,
  quest_name,
  quest_type,
  coordinates: locations[0]?.coordinates ?? [0, 0],
});

beforeEach(() => standInBrowser({ wide: false }));
afterEach(() => vi.unstubAllGlobals());

const ownPanel = async () => within(await screen.findByRole("region", { name: "Continue Your Quests" }));
const listPanel = () => within(screen.getByRole("region", { name: "Quests" }));
const cardOf = (panel: ReturnType<typeof listPanel>, name: string) =>
  panel.findByRole("link", { name }).then((link) => {
    const card = link.closest("article");
    if (!card) throw new Error("the link is in no card");
    return card;
  });
const liveText = () => screen.getByTestId("live-region").textContent;

describe("home, logged in", () => {
  it("[HOME-01] [HOME-02] greets and shows the user's quests as cards", async () => {
    serve({ [ownPath]: [joined()], "GET /api/quests": [river] });
    renderApp("/", asAdventurer());
    expect(await screen.findByText("Welcome back.")).toBeTruthy();
    expect((await ownPanel()).getByRole("heading", { name: "Continue Your Quests" })).toBeTruthy();
    expect(await (await ownPanel()).findByRole("link", { name: mango.quest_name })).toBeTruthy();
    expect((await ownPanel()).queryByText(river.quest_name)).toBeNull();
    expect(screen.queryByText("High Stakes Data Collection")).toBeNull();
  });

  it("[HOME-03] [HOME-09] marks completed quests and hides them on demand, with the exact word `completed`", async () => {
    serve({
      [ownPath]: [
        joined(),
        joined({ id: 8, quest_name: "Done" }, "completed"),
        joined({ id: 9, quest_name: "Other spelling" }, "complete"),
      ],
    });
    renderApp("/", asAdventurer());
    expect(within(await cardOf(await ownPanel(), "Done")).getByText("completed")).toBeTruthy();
    expect(within(await cardOf(await ownPanel(), "Other spelling")).queryByText("completed")).toBeNull();
    // What can be continued comes first; a completed one leads to what was sent.
    const leads = (await ownPanel()).getAllByRole("link", { name: /^(Add data to|Your data points of) / });
    expect(leads.map((link) => [link.getAttribute("aria-label"), link.getAttribute("href")])).toEqual([
      [`Add data to ${mango.quest_name}`, "/quests/7/data"],
      ["Add data to Other spelling", "/quests/9/data"],
      ["Your data points of Done", "/quests/8/data"],
    ]);
    await userEvent.click((await ownPanel()).getByRole("checkbox", { name: "Hide completed quests" }));
    expect((await ownPanel()).queryByText("Done")).toBeNull();
    expect((await ownPanel()).getByText("Other spelling")).toBeTruthy();
    expect((await ownPanel()).getByText(mango.quest_name)).toBeTruthy();
  });

  it("[HOME-10] says that quests are loading", async () => {
    serve({ [ownPath]: never, "GET /api/quests": never });
    renderApp("/", asAdventurer());
    expect((await ownPanel()).getByRole("status").textContent).toBe("Loading quests...");
    expect(listPanel().getByRole("status").textContent).toBe("Loading quests...");
  });

  it("[HOME-11] says when the user's quests cannot be loaded, and tries again", async () => {
    const fetchMock = serve({ [ownPath]: () => refusal(500, "internal_error") });
    renderApp("/", asAdventurer());
    const alert = await (await ownPanel()).findByRole("alert");
    expect(alert.textContent).toContain("There was an error while attempting to fetch your quests.");
    const before = fetchMock.mock.calls.length;
    await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(fetchMock.mock.calls.length).toBeGreaterThan(before);
  });
});

describe("home, logged out", () => {
  it("[HOME-12] shows an introduction, and Sign Up starts the sign-in", async () => {
    serve({});
    const signIn = vi.fn(async () => {});
    renderApp("/", asVisitor({ signIn }));
    const panel = within(screen.getByRole("region", { name: "High Stakes Data Collection" }));
    expect(panel.getByText(/measure/).tagName).toBe("P");
    await userEvent.click(panel.getByRole("button", { name: "Sign Up" }));
    expect(signIn).toHaveBeenCalledWith({ signUp: true });
  });
});

describe("a card", () => {
  it("[HOME-05] [HOME-06] [HOME-07] [HOME-08] [HOME-17] shows what the specification lists, in both lists", async () => {
    serve({ "GET /api/quests": [mango], [ownPath]: [joined()] });
    renderApp("/", asAdventurer());
    for (const panel of [listPanel(), await ownPanel()]) {
      const card = await cardOf(panel, mango.quest_name);
      expect(within(card).getByRole("link", { name: mango.quest_name }).getAttribute("href")).toBe("/quests/7");
      expect(within(card).getByText("Lihue, Hawaii")).toBeTruthy();
      expect(within(card).getByText("Due May 9, 2031").tagName).toBe("TIME");
      expect(within(card).getByText("Photography")).toBeTruthy();
    }
  });

  it("[HOME-07] says none without a deadline", async () => {
    serve({ "GET /api/quests": [river] });
    renderApp("/");
    const none = within(await cardOf(listPanel(), river.quest_name)).getByText("none");
    expect(none.parentElement?.textContent).toBe("Deadline: none");
  });

  it("[HOME-07] says since when the deadline is past", async () => {
    serve({ "GET /api/quests": [quest({ quest_deadline: "2026-05-09" })] });
    renderApp("/");
    expect(within(await cardOf(listPanel(), mango.quest_name)).getByText("Ended May 9, 2026").tagName).toBe("TIME");
  });

  it("[HOME-04] draws a hill if there is no image, or if it fails to load", async () => {
    serve({ "GET /api/quests": [quest({ quest_image: "/missing.jpg" })] });
    renderApp("/");
    const card = await cardOf(listPanel(), mango.quest_name);
    const image = card.querySelector("img");
    expect([image?.getAttribute("src"), image?.width, image?.height]).toEqual(["/missing.jpg", 215, 130]);
    fireEvent.error(image as HTMLImageElement);
    expect(card.querySelector("img")).toBeNull();
    await waitFor(() => expect(card.querySelector(".hill path")?.getAttribute("d")).toMatch(/^M/));
  });

  it("[HOME-09] is marked completed in the list of all quests too", async () => {
    serve({ "GET /api/quests": [mango, river], [ownPath]: [joined({}, "completed")] });
    renderApp("/", asAdventurer());
    const card = await cardOf(listPanel(), mango.quest_name);
    await waitFor(() => expect(within(card).getByText("completed")).toBeTruthy());
    expect(within(await cardOf(listPanel(), river.quest_name)).queryByText("completed")).toBeNull();
  });
});

describe("search and filters", () => {
  const filtered = (url: URL) =>
    [mango, river].filter(
      ({ quest_name: name, quest_type: type }) =>
        name.toLowerCase().includes(url.searchParams.get("q")?.toLowerCase() ?? "") &&
        type === (url.searchParams.get("type") ?? type),
    );
  const answers = {
    "GET /api/quests": filtered,
    "GET /api/quests/clusters": (url: URL) => filtered(url).map(markerOf),
  };

  it("[HOME-13] the box searches, the address follows, and results are announced", async () => {
    serve(answers);
    const { address } = renderApp("/");
    await listPanel().findByText(mango.quest_name);
    await userEvent.type(screen.getByRole("searchbox"), "clear");
    await waitFor(() => expect(listPanel().queryByText(mango.quest_name)).toBeNull());
    expect(await listPanel().findByText(river.quest_name)).toBeTruthy();
    expect(address()).toBe("/?q=clear");
    await waitFor(() => expect(liveText()).toContain("1 quest"));
  });

  it("[HOME-13] reads the search from the address, and ignores unknown filters", async () => {
    const fetchMock = serve(answers);
    renderApp("/?q=water&type=FISH&status=COMPLETED");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("water");
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Status" }).value).toBe("COMPLETED");
    await waitFor(() =>
      expect(fetchMock.mock.calls.map(([url]) => String(url))).toContain(
        "/api/quests?q=water&status=COMPLETED&limit=24",
      ),
    );
  });

  it("[HOME-13] says when nothing is found, and offers to reset", async () => {
    serve(answers);
    const { address } = renderApp("/?q=zebra&type=SOIL");
    expect(await listPanel().findByText("No quests match your search.")).toBeTruthy();
    await userEvent.click(listPanel().getByRole("button", { name: "Clear search and filters" }));
    expect(await listPanel().findByText(mango.quest_name)).toBeTruthy();
    expect(address()).toBe("/");
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  });

  it("[HOME-14] has the eight category chips; one filters list and map, and toggles off", async () => {
    standInBrowser({ wide: true });
    const fetchMock = serve(answers);
    const { address } = renderApp("/");
    const chips = within(screen.getByRole("group", { name: "Filters" })).getAllByRole("button");
    expect(chips.map((chip) => chip.textContent)).toEqual([
      "Trees",
      "Water",
      "Soil",
      "Air",
      "Hiking",
      "Diving",
      "Paddling",
      "Boating",
    ]);
    const trees = screen.getByRole("button", { name: "Trees", pressed: false });
    await userEvent.click(trees);
    expect(trees.getAttribute("aria-pressed")).toBe("true");
    expect(address()).toBe("/?type=TREES");
    await waitFor(() => expect(listPanel().queryByText(river.quest_name)).toBeNull());
    await waitFor(() =>
      expect(fetchMock.mock.calls.map(([url]) => String(url))).toContainEqual(
        expect.stringMatching(/^\/api\/quests\/clusters\?type=TREES&bbox=-180%2C.+&zoom=2$/),
      ),
    );
    await userEvent.click(trees);
    expect(trees.getAttribute("aria-pressed")).toBe("false");
    expect(address()).toBe("/");
    expect(await listPanel().findByText(river.quest_name)).toBeTruthy();
  });

  it("[HOME-18] the search heading appears on mobile only", () => {
    serve(answers);
    const { unmount } = renderApp("/");
    expect(screen.getByRole("heading", { name: "Search for a quest" })).toBeTruthy();
    unmount();
    standInBrowser({ wide: true });
    renderApp("/");
    expect(screen.queryByRole("heading", { name: "Search for a quest" })).toBeNull();
  });

  it("shows the list page by page", async () => {
    serve({
      "GET /api/quests": (url: URL) =>
        url.searchParams.has("after")
          ? [river]
          : new Response(JSON.stringify([mango]), {
              headers: { Link: '</api/quests?limit=24&after=7>; rel="next"' },
            }),
    });
    renderApp("/");
    await listPanel().findByText(mango.quest_name);
    expect(liveText()).toBe("1+ quests");
    await userEvent.click(listPanel().getByRole("button", { name: "Show more quests" }));
    expect(await listPanel().findByText(river.quest_name)).toBeTruthy();
    await waitFor(() => expect(liveText()).toBe("2 quests"));
    expect(listPanel().queryByRole("button", { name: "Show more quests" })).toBeNull();
  });
});

describe("the map of quests", () => {
  const far = quest({
    id: 9,
    quest_name: "Lichens of Nairobi",
    quest_type: "AIR",
    locations: [questLocation({ coordinates: [-1.29, 36.82] })],
  });

  async function openMap() {
    await userEvent.click(screen.getByRole("button", { name: "Map" }));
    return within(await screen.findByRole("region", { name: "Map of quests" }));
  }

  it("[HOME-15] is at zoom 2, centre [20, 0], with a marker for each quest", async () => {
    serve({ "GET /api/quests/clusters": [markerOf(mango), markerOf(far)] });
    renderApp("/");
    const map = await openMap();
    expect(await map.findByRole("button", { name: /Bark of the mango trees/ })).toBeTruthy();
    const nairobi = map.getByRole("button", { name: /Lichens of Nairobi/ });
    // Web Mercator: 1024 px of world at zoom 2, the centre of 1000 by 800 px at [20, 0], the pin's tip 25 right, 55 down.
    const worldPx = 256 * 2 ** 2;
    const yOf = (latitude: number) => ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * worldPx;
    const [x, y] = /translate\((.+)px, (.+)px\)/.exec(nairobi.style.transform)?.slice(1).map(Number) ?? [];
    expect(x).toBeCloseTo(500 + (36.82 / 360) * worldPx - 25, 1);
    expect(y).toBeCloseTo(400 + yOf(-1.29) - yOf(20) - 55, 1);
  });

  it("[HOME-15] opens on what a search found, on a phone, and once: afterwards it stays where it was moved", async () => {
    serve({
      "GET /api/quests/clusters": (url: URL) =>
        [markerOf(mango), markerOf(far)].filter(({ quest_name: name }) =>
          name.includes(url.searchParams.get("q") ?? ""),
        ),
    });
    renderApp("/?q=Nairobi");
    const tipOf = async (name: RegExp) => {
      const pin = await screen.findByRole("button", { name });
      return /translate\((.+)px, (.+)px\)/.exec(pin.style.transform)?.slice(1).map(Number);
    };
    await openMap();
    // The map of 1000 by 800 px has it in the middle.
    await waitFor(async () => expect((await tipOf(/Nairobi/))?.[0]).toBeCloseTo(475, 0));
    fireEvent.keyDown(screen.getByRole("region", { name: "Map of quests" }), { key: "ArrowRight" });
    await waitFor(async () => expect((await tipOf(/Nairobi/))?.[0]).toBeCloseTo(475 - 96, 0));
    await userEvent.click(screen.getByRole("button", { name: "List" }));
    await openMap();
    // Longer than the map rests before it asks for what it shows.
    await act(() => new Promise((rested) => setTimeout(rested, 300)));
    expect((await tipOf(/Nairobi/))?.[0]).toBeCloseTo(475 - 96, 0);
  });

  it("[HOME-15] shows overlapping markers as one, which opens by zooming in until all of them are visible", async () => {
    const near = quest({
      id: 10,
      quest_name: "Bark next door",
      locations: [questLocation({ coordinates: [21, -158] })],
    });
    const cluster: QuestSpot = { coordinates: [21.5, -158.7], count: 2, box: [-159.37, 21, -158, 21.97] };
    let answerNearer: () => void = () => undefined;
    const isNearerAsked = new Promise<URL>((asked) => {
      serve({
        "GET /api/quests/clusters": (url: URL) => {
          if (Number(url.searchParams.get("zoom")) === 2) return [cluster, markerOf(far)];
          asked(url);
          return new Promise((resolve) => {
            answerNearer = () => resolve([markerOf(mango), markerOf(near)]);
          });
        },
      });
    });
    renderApp("/");
    const map = await openMap();
    await map.findByRole("button", { name: /Lichens of Nairobi/ });
    await userEvent.click(await map.findByRole("button", { name: "2 quests here, zoom in" }));
    const { searchParams } = await isNearerAsked;
    const [west = 0, south = 0, east = 0, north = 0] = (searchParams.get("bbox") ?? "").split(",").map(Number);
    expect([west < -159.37, south < 21, east > -158, north > 21.97, east < 0]).toEqual([true, true, true, true, true]);
    // What was there stays where it is in sight, until the answer has come.
    expect(map.getByRole("button", { name: "2 quests here, zoom in" })).toBeTruthy();
    expect(map.queryByRole("button", { name: /Lichens of Nairobi/ })).toBeNull();
    act(() => answerNearer());
    expect(await map.findByRole("button", { name: /Bark next door/ })).toBeTruthy();
    expect(map.getByRole("button", { name: /mango/ })).toBeTruthy();
    expect(map.queryByRole("button", { name: /zoom in/ })).toBeNull();
  });

  it("[HOME-16] a marker toggles a popup with name, description, deadline and a link to more detail", async () => {
    serve({ "GET /api/quests/clusters": [markerOf(mango)], "GET /api/quests/7": mango });
    renderApp("/");
    const map = await openMap();
    const marker = await map.findByRole("button", { name: /mango/ });
    await userEvent.click(marker);
    const popup = within(await map.findByRole("region", { name: mango.quest_name }));
    expect(await popup.findByText(mango.quest_description ?? "")).toBeTruthy();
    expect(popup.getByText("Due May 9, 2031")).toBeTruthy();
    expect(popup.getByRole("link", { name: /^more detail/ }).getAttribute("href")).toBe("/quests/7");
    await userEvent.click(marker);
    expect(map.queryByRole("region", { name: mango.quest_name })).toBeNull();
  });

  it("[ENT-06] names markers in the reader's language", async () => {
    const translated = { ...markerOf(mango), language: "en", translations: { de: { quest_name: "Mangorinde" } } };
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-AT"]);
    serve({ "GET /api/quests/clusters": [translated] });
    renderApp("/");
    expect(await (await openMap()).findByRole("button", { name: /^Mangorinde,/ })).toBeTruthy();
  });

  it("[HOME-16] works by keyboard: Enter opens and moves the focus in, Escape closes and returns it", async () => {
    serve({ "GET /api/quests/clusters": [markerOf(mango)], "GET /api/quests/7": mango });
    renderApp("/");
    const map = await openMap();
    const marker = await map.findByRole("button", { name: /mango/, expanded: false });
    act(() => marker.focus());
    await userEvent.keyboard("{Enter}");
    const popup = await map.findByRole("region", { name: mango.quest_name });
    expect(document.activeElement).toBe(popup);
    await userEvent.keyboard("{Escape}");
    expect(map.queryByRole("region", { name: mango.quest_name })).toBeNull();
    expect(document.activeElement).toBe(marker);
  });
});
