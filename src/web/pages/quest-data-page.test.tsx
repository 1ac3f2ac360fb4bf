import "../../../test/web-database.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { standInGeolocation } from "../../../test/field-device.ts";
import {
  asAdventurer,
  asVisitor,
  dataPoint,
  joined,
  never,
  quest,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";
import { listRecords } from "../outbox/outbox.ts";
import type { PointRecord } from "../outbox/record.ts";
import { write } from "../outbox/storage.ts";

const base = "GET /api/adventurers/alice/quests/7";
const address = "/quests/7/data";

const photo = () => new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg" });

function open(answers: Record<string, unknown> = {}, options?: { sharesCache?: boolean }) {
  const fetchMock = serve({ [base]: joined(), [`${base}/data`]: [], ...answers });
  return { fetchMock, ...renderApp(address, asAdventurer(), options) };
}
const form = () => screen.findByRole("form", { name: "Upload New Data Point" });
const addButton = () => screen.getByRole("button", { name: "Add Data Point" });
const circumference = () => screen.getByLabelText<HTMLInputElement>(/circumference/i);
const picker = () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("no file picker");
  return input;
};
const saved = async () =>
  (await listRecords("alice")).filter(
    (record): record is PointRecord => record.kind === "point" && record.state !== "draft",
  );
const untilSaved = async () => {
  await waitFor(async () => expect(await saved()).toHaveLength(1));
  const [point] = await saved();
  if (!point) throw new Error("one is saved");
  return point;
};
async function fillIn(width = "187.5") {
  await form();
  await waitFor(() => expect(picker().disabled).toBe(false));
  await userEvent.upload(picker(), photo());
  await userEvent.type(circumference(), width);
}

// Fetched once, so that no test waits for it.
beforeAll(() =>
  Promise.all([
    import("./quest-data-page.tsx"),
    import("./beside-form.tsx"),
    import("../features/data-points/around-questions.tsx"),
    import("../capture/positions/give-position.tsx"),
    import("../capture/positions/give-position.tsx"),
  ]),
);
beforeEach(() => {
  standInBrowser({ wide: false });
  vi.stubGlobal("indexedDB", new IDBFactory());
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => vi.unstubAllGlobals());

describe("the data screen", () => {
  it("[ROUTE-03] [DATA-01] shows name, first location and due date", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Bark of the mango trees" })).toBeTruthy();
    expect(screen.getByText("Lihue, Hawaii")).toBeTruthy();
    expect(screen.getByText("Due: May 9, 2031")).toBeTruthy();
  });

  it("[DATA-01] shows no deadline if there is none", async () => {
    open({ [base]: joined({ quest_deadline: null }) });
    await screen.findByText("Lihue, Hawaii");
    expect(screen.queryByText(/Due:/)).toBeNull();
  });

  it("[DATA-02] [DATA-03] numbers the data points and names their measurements", async () => {
    open({
      [`${base}/data`]: [
        dataPoint({
          additional_data: {
            tree_width: 187.5,
            user_supplied_latitude: 21.5,
            user_supplied_longitude: -159.25,
            lichen: "much",
            plant_id_data: { bestMatch: "Mangifera indica" },
          },
        }),
        dataPoint({ id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a02", additional_data: { tree_width: 96 } }),
      ],
    });
    const list = await screen.findByRole("list", { name: "Data Points" });
    // The newest stands first; a number is that of the arrival.
    const [second, first] = within(list).getAllByRole("listitem");
    if (!first || !second) throw new Error("two data points");
    expect(within(first).getByText("1")).toBeTruthy();
    expect(within(second).getByText("2")).toBeTruthy();
    const pairs = [...first.querySelectorAll("dl > div")].map((pair) =>
      [...pair.children].map((part) => part.textContent).join(": "),
    );
    expect(pairs).toEqual(["Width: 187.5 cm", "Latitude: 21.5°", "Longitude: -159.25°", "Unknown: much"]);
    expect(list.textContent).not.toContain("Mangifera");
  });

  it("[DATA-04] opens a thumbnail of 50 px enlarged, at most 87.5vh high", async () => {
    open({ [`${base}/data`]: [dataPoint()] });
    const button = await screen.findByRole("button", { name: "Enlarge the photo of data point 1" });
    expect(button.querySelector("img")?.getAttribute("width")).toBe("50");
    expect(screen.queryByRole("dialog")).toBeNull();
    await userEvent.click(button);
    const image = within(screen.getByRole("dialog")).getByRole<HTMLImageElement>("img");
    expect(image.getAttribute("src")).toBe("/api/photos/1/display");
    expect(image.style.maxHeight).toBe("87.5vh");
    fireEvent.error(image);
    expect(screen.getByRole("alert").textContent).toContain("The photo couldn't be loaded.");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[SAMPLE-08] shows the reviewer's decision and comment beside the data point", async () => {
    const review = { decision: "denied", comment: "Too dark to tell.", reviewed_by: "admin", reviewed_at: "" } as const;
    open({ [`${base}/data`]: [dataPoint({ review })] });
    const list = await screen.findByRole("list", { name: "Data Points" });
    expect(within(list).getByText("Denied")).toBeTruthy();
    expect(within(list).getByText("Too dark to tell.")).toBeTruthy();
  });

  it("shows how many of the twenty trees there are, without denied ones", async () => {
    const denied = { decision: "denied", comment: null, reviewed_by: "admin", reviewed_at: "" } as const;
    open({
      [`${base}/data`]: [dataPoint(), dataPoint({ id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a02", review: denied })],
    });
    expect(await screen.findByText("1 of 20 trees")).toBeTruthy();
  });

  it("[DATA-08] shows a text for users who are still collecting, with a link back to the quest's details", async () => {
    open();
    const panel = within(await screen.findByRole("region", { name: "Quest Status" }));
    expect(panel.getByText(/still collecting/)).toBeTruthy();
    expect(panel.getByRole("link", { name: "See the quest details" }).getAttribute("href")).toBe("/quests/7");
    expect(panel.getByRole("link", { name: "Field map" }).getAttribute("href")).toBe("/quests/7/map");
  });

  it("has no link to a map of a quest without places", async () => {
    open({ [base]: joined({ locations: [] }) });
    const panel = within(await screen.findByRole("region", { name: "Quest Status" }));
    expect(panel.getByText(/still collecting/)).toBeTruthy();
    expect(panel.queryByRole("link", { name: "Field map" })).toBeNull();
  });

  it("[DATA-06] [DATA-07] completes after a confirmation, and removes the form", async () => {
    const answers: Record<string, unknown> = {
      "GET /api/adventurers/alice/quests/71": joined({ id: 71 }),
      "GET /api/adventurers/alice/quests/71/data": [dataPoint()],
      "PATCH /api/adventurers/alice/quests/71": joined({ id: 71 }, "completed"),
    };
    const fetchMock = serve(answers);
    renderApp("/quests/71/data", asAdventurer(), { sharesCache: true });
    await form();
    await userEvent.click(screen.getByRole("button", { name: "Complete Quest" }));
    const name = "Are you sure you're ready to submit your data?";
    const said =
      /This completes the quest: you can't add data points to it afterwards. Those you've added upload in any case./;
    expect(within(screen.getByRole("dialog", { name })).getByText(said)).toBeTruthy();
    await userEvent.click(within(screen.getByRole("dialog", { name })).getByRole("button", { name: "Go Back" }));
    expect(screen.queryByRole("dialog", { name })).toBeNull();
    expect(fetchMock.mock.calls.some(([, init]) => init?.method === "PATCH")).toBe(false);

    await userEvent.click(screen.getByRole("button", { name: "Complete Quest" }));
    await userEvent.click(within(screen.getByRole("dialog", { name })).getByRole("button", { name: "Submit Data" }));
    expect(await screen.findByText("Congratulations!")).toBeTruthy();
    const sent = fetchMock.mock.calls.find(([, init]) => init?.method === "PATCH")?.[1]?.body;
    expect(JSON.parse(String(sent))).toEqual({ ...joined({ id: 71 }), status: "completed" });
    expect(screen.queryByRole("button", { name: "Add Data Point" })).toBeNull();
  });

  it("[DATA-09] congratulates once completed, promises compensation without an amount, and links home", async () => {
    open({ [base]: joined({}, "completed") });
    const panel = within(await screen.findByRole("region", { name: "Quest Status" }));
    expect(panel.getByText("Congratulations!")).toBeTruthy();
    const promise = panel.getByText(/data is reviewed and meets the standards/);
    expect(promise.textContent).toContain("compensation");
    expect(promise.textContent).not.toMatch(/\d/);
    expect(panel.getByRole("link", { name: "I'm done with this quest" }).getAttribute("href")).toBe("/");
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("[DATA-10] says for how many more days the quest collects data, and nothing once that is over", async () => {
    const inDays = (days: number) => {
      const date = new Date();
      date.setDate(date.getDate() + days);
      return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
    };
    const first = open({ [base]: joined({ quest_deadline: inDays(12) }, "completed") });
    expect(await screen.findByText(/collecting data for 12 more days/)).toBeTruthy();
    first.unmount();
    const second = open({ [base]: joined({ quest_deadline: inDays(-1) }, "completed") });
    await screen.findByText("Congratulations!");
    expect(screen.queryByText(/more day/)).toBeNull();
    second.unmount();
    open({ [base]: joined({ quest_deadline: null }, "completed") });
    await screen.findByText("Congratulations!");
    expect(screen.queryByText(/more day/)).toBeNull();
  });
});

describe("the states of the data screen", () => {
  it("[DATA-11] says that it is loading", async () => {
    open({ [base]: never });
    expect((await screen.findByRole("main")).textContent).toContain("Loading...");
  });

  it("[DATA-11] says when the quest cannot be loaded, and tries again", async () => {
    const { fetchMock } = open({ [base]: () => refusal(500, "internal_error") });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("Error loading quest details");
    const before = fetchMock.mock.calls.length;
    await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    expect(fetchMock.mock.calls.length).toBeGreaterThan(before);
  });

  it("[DATA-11] says when there is no such quest", async () => {
    open({ [base]: () => refusal(404, "quest_not_found") });
    expect(await screen.findByText("No quest found")).toBeTruthy();
  });

  it("[DATA-11] [CALL-05] says when the user is not signed up, and uses the plain quest then", async () => {
    open({ [base]: () => refusal(404, "not_joined"), "GET /api/quests/7": quest() });
    expect(await screen.findByText("You are not signed up for this quest.")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Bark of the mango trees" })).toBeTruthy();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("asks who is signed out to sign in, and says that what they added is kept", async () => {
    serve({ "GET /api/quests/7": quest() });
    const signIn = vi.fn(async () => {});
    renderApp(address, asVisitor({ signIn }));
    await screen.findByText(/What you've added is kept on this phone/);
    expect(screen.queryByText("You are not signed up for this quest.")).toBeNull();
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
    expect(signIn).toHaveBeenCalledOnce();
  });
});

describe("a new data point", () => {
  it("[DATA-05] asks for a photo from the rear camera and a circumference in steps of 0.01 cm", async () => {
    open();
    await form();
    expect(screen.getByRole("heading", { name: "Upload New Data Point" })).toBeTruthy();
    expect(circumference().type).toBe("number");
    expect(circumference().step).toBe("0.01");
    expect(circumference().parentElement?.textContent).toContain("cm");
    expect(picker().getAttribute("capture")).toBe("environment");
    expect(addButton()).toBeTruthy();
  });

  it("[VALID-10] the file picker accepts images only, and so does the form", async () => {
    open();
    await form();
    expect(picker().accept).toBe("image/*");
    fireEvent.change(picker(), { target: { files: [new File(["%PDF"], "a.pdf", { type: "application/pdf" })] } });
    await userEvent.type(circumference(), "90");
    await userEvent.click(addButton());
    expect(await screen.findByText("image upload required")).toBeTruthy();
    expect(await saved()).toHaveLength(0);
  });

  it("[VALID-07] [VALID-08] requires an image and a number of at least 1", async () => {
    open();
    await form();
    await userEvent.click(addButton());
    expect(await screen.findByText("image upload required")).toBeTruthy();
    expect(screen.getByText("tree width required")).toBeTruthy();
    expect(circumference().getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(circumference(), "0.5");
    expect(await screen.findByText("Enter 1 to 10000 cm")).toBeTruthy();
    expect(await saved()).toHaveLength(0);
  });

  const typePosition = async (latitude: string, longitude: string) => {
    const change = screen.getByRole("button", { name: "Change the position" });
    if (change.getAttribute("aria-expanded") === "false") await userEvent.click(change);
    fireEvent.change(await screen.findByLabelText(/^Latitude/), { target: { value: latitude } });
    fireEvent.change(screen.getByLabelText(/^Longitude/), { target: { value: longitude } });
    await userEvent.click(addButton());
  };

  it("[VALID-09] keeps a position that the user typed beside the device's own", async () => {
    open();
    await fillIn();
    await typePosition("-45.03", "168.66");
    expect(await untilSaved()).toMatchObject({
      userPosition: { user_supplied_latitude: -45.03, user_supplied_longitude: 168.66 },
      position: { latitude: 21.9712, longitude: -159.3701, source: "device" },
    });
  });

  it("[VALID-09] accepts one of the two alone, and rejects an invalid latitude", async () => {
    open();
    await fillIn();
    await typePosition("91", "");
    expect(await screen.findByText("Number must be less than or equal to 90")).toBeTruthy();
    expect(await saved()).toHaveLength(0);
    await typePosition("45", "");
    expect((await untilSaved()).userPosition).toEqual({ user_supplied_latitude: 45 });
  });

  it("[CONST-01] asks for the position with 30000 ms, nothing cached, high accuracy off", async () => {
    const geolocation = standInGeolocation({ latitude: 1, longitude: 2, accuracy: 8 });
    open();
    await fillIn();
    await userEvent.click(addButton());
    await untilSaved();
    const options = { timeout: 30_000, maximumAge: 0, enableHighAccuracy: false };
    expect(geolocation.getCurrentPosition.mock.calls[0]?.[2]).toEqual(options);
    expect(geolocation.watchPosition.mock.calls[0]?.[2]).toEqual(options);
  });

  const here = { latitude: 21.9712, longitude: -159.3701, accuracy: 8 };
  const elsewhere = { latitude: 48.2, longitude: 16.37, accuracy: 3 };
  const savedHere = { latitude: 21.9712, longitude: -159.3701, accuracyMeters: 8, source: "device" };

  it("[CONST-01] freezes the position with the photo, and does not ask again when the data point is saved elsewhere", async () => {
    standInGeolocation(here);
    open();
    await fillIn();
    expect(await within(await form()).findByText("± 8 m")).toBeTruthy();
    expect(screen.getByText("taken with the photo")).toBeTruthy();
    const geolocation = standInGeolocation(elsewhere);
    await userEvent.click(addButton());
    const point = await untilSaved();
    expect(point.position).toMatchObject(savedHere);
    expect(point.fixes).toHaveLength(1);
    expect(point.capturedAtMs).toBe(point.photos[0]?.takenAtMs);
    expect(geolocation.getCurrentPosition).not.toHaveBeenCalled();
  });

  it("[CONST-01] ignores positions from before the request, however recent", async () => {
    const geolocation = standInGeolocation(here, { silent: false, watchedPlace: elsewhere, watchedAgeMs: 1_000 });
    open();
    await form();
    await userEvent.click(screen.getByRole("button", { name: "Find my position" }));
    await within(await form()).findByText("± 3 m");
    await fillIn();
    await userEvent.click(addButton());
    expect((await untilSaved()).position).toMatchObject(savedHere);
    expect(geolocation.getCurrentPosition).toHaveBeenCalledOnce();
  });

  it("[DATA-12] [DATA-14] [VALID-09] saves with the button disabled, then resets and lists what is waiting", async () => {
    open();
    await fillIn();
    fireEvent.click(addButton());
    await waitFor(() => expect(addButton()).toHaveProperty("disabled", true));
    expect(await screen.findByText("Saved on this phone")).toBeTruthy();
    expect(await untilSaved()).toMatchObject({ values: { tree_width: 187.5 }, userPosition: {}, position: savedHere });
    expect(circumference().value).toBe("");
    expect(document.querySelector("form img")).toBeNull();
    expect(addButton()).toHaveProperty("disabled", false);
    expect((await screen.findByRole("link", { name: "Open outbox" })).getAttribute("href")).toBe("/outbox");
  });

  it("opens again with the last entries, also after the page was hidden for a while", async () => {
    const { unmount } = open();
    await form();
    await userEvent.type(circumference(), "12");
    const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    fireEvent(document, new Event("visibilitychange"));
    sight.mockRestore();
    await userEvent.type(circumference(), "3");
    unmount();
    await waitFor(async () => expect(JSON.stringify(await listRecords("alice"))).toContain('"123"'));
    open();
    await form();
    await waitFor(() => expect(circumference().value).toBe("123"));
  });

  it("[DATA-13] [ERR-03] says that there is no position, sends nothing without one, and loses nothing", async () => {
    standInGeolocation(undefined);
    open();
    await fillIn("77.7");
    await userEvent.click(addButton());
    expect(
      await screen.findByText(
        "ERROR GETTING GEO COORDINATES: Geocordinates are required for each data point. Please close this browser window and open the app in a new window. When re-uploading your first data point in the window, make sure to allow geolocation when you are prompted. Alternatively, you can go to your browser settings and allow gps access for this site.",
      ),
    ).toBeTruthy();
    // It waits for a position, and the form is free.
    expect(await untilSaved()).toMatchObject({ values: { tree_width: 77.7 }, position: null, state: "waiting" });
    expect(screen.getByText("Saved on this phone")).toBeTruthy();
    expect(circumference().value).toBe("");
    await userEvent.click(screen.getByRole("button", { name: "Add its position" }));
    await userEvent.click(await screen.findByRole("button", { name: "Enter coordinates" }));
    const dialog = within(screen.getByRole("dialog", { name: "Add position" }));
    await userEvent.type(dialog.getByLabelText("Latitude"), "21.97");
    await userEvent.type(dialog.getByLabelText("Longitude"), "-159.371");
    await userEvent.click(dialog.getByRole("button", { name: "Use these coordinates" }));
    await waitFor(async () =>
      expect((await untilSaved()).position).toEqual({
        latitude: 21.97,
        longitude: -159.371,
        accuracyMeters: 1572.5,
        fixedAtMs: null,
        source: "manual",
      }),
    );
    expect(screen.queryByText("Saved on this phone")).toBeNull();
  });

  it("adds a position that comes within half a minute of the photo to a data point saved without one", async () => {
    // A device that searches: it answers when the test says so.
    const geolocation = standInGeolocation(here);
    const answers: PositionCallback[] = [];
    geolocation.getCurrentPosition.mockImplementation((succeed) => void answers.push(succeed));
    open();
    await fillIn();
    await userEvent.click(addButton());
    expect(await screen.findByText(/still finding its position/)).toBeTruthy();
    expect((await untilSaved()).position).toBeNull();
    answers[0]?.({ coords: here, timestamp: Date.now() } as GeolocationPosition);
    await waitFor(async () => expect((await untilSaved()).position).toMatchObject(savedHere));
    expect(await screen.findByText("Uploading… You can start the next one.")).toBeTruthy();
    const record = await untilSaved();
    await act(() =>
      write((transaction) => transaction.putRecord({ ...record, state: "delivered", deliveredAtMs: Date.now() })),
    );
    expect(await screen.findByText("Uploaded. 1 of 20 trees")).toBeTruthy();
    expect(screen.queryByText(/It will upload|Uploading|Saved on this phone/)).toBeNull();
  });

  it("warns of a poor position, and accepts it", async () => {
    standInGeolocation({ latitude: 1, longitude: 2, accuracy: 85 });
    open();
    await fillIn();
    expect(await screen.findByText(/still rough/)).toBeTruthy();
    await userEvent.click(addButton());
    expect((await untilSaved()).position?.accuracyMeters).toBe(85);
  });

  it("another photo is another moment, measured where it is taken", async () => {
    standInGeolocation(here);
    open();
    await fillIn();
    await within(await form()).findByText("± 8 m");
    standInGeolocation(elsewhere);
    await userEvent.upload(picker(), photo());
    await userEvent.click(addButton());
    const point = await untilSaved();
    expect(point.photos).toHaveLength(1);
    expect(point.fixes.every(({ latitude }) => latitude === point.position?.latitude)).toBe(true);
  });

  it("entries survive leaving the page", async () => {
    const first = open();
    await form();
    await userEvent.type(circumference(), "64.2");
    first.unmount();
    open();
    await form();
    expect(circumference().value).toBe("64.2");
  });

  it("mentions trees only in a quest about trees", async () => {
    open({ [base]: joined({ quest_type: "WATER", quest_name: "Clear water" }) });
    await form();
    expect(screen.queryByText(/\btrees?\b/i)).toBeNull();
    expect(circumference()).toBeTruthy();
  });
});
