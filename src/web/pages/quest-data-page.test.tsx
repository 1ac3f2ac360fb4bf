import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload, standInGeolocation } from "../../../test/field-device.ts";
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
import type { QuestDataPoint } from "../../contract/data-points.ts";
import { uploadDraft } from "../features/data-points/upload-draft.ts";

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
async function fillIn(width = "187.5") {
  await form();
  await waitFor(() => expect(picker().disabled).toBe(false));
  await userEvent.upload(picker(), photo());
  await userEvent.type(circumference(), width);
}

// Fetched once, so that no test waits for it.
beforeAll(() => import("./quest-data-page.tsx"));
beforeEach(() => {
  standInBrowser({ wide: false });
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  FakeUpload.sent = [];
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  sessionStorage.clear();
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => vi.unstubAllGlobals());

describe("the data screen", () => {
  it("[ROUTE-03] [DATA-01] shows name, first place and the day it is due", async () => {
    open();
    expect(await screen.findByRole("heading", { level: 1, name: "Bark of the mango trees" })).toBeTruthy();
    expect(screen.getByText("Lihue, Hawaii")).toBeTruthy();
    expect(screen.getByText(`Due: ${new Date("2031-05-09T00:00:00").toLocaleDateString()}`)).toBeTruthy();
  });

  it("[DATA-01] says nothing of a deadline where there is none", async () => {
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
    expect(screen.getByRole("alert").textContent).toContain("The photo could not be loaded.");
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("[SAMPLE-08] shows what the reviewer decided and said beside the data point", async () => {
    const review = { decision: "denied", comment: "Too dark to tell.", reviewed_by: "admin", reviewed_at: "" } as const;
    open({ [`${base}/data`]: [dataPoint({ review })] });
    const list = await screen.findByRole("list", { name: "Data Points" });
    expect(within(list).getByText("Denied")).toBeTruthy();
    expect(within(list).getByText("Too dark to tell.")).toBeTruthy();
  });

  it("tells how many of the twenty trees there are, the denied ones left out", async () => {
    const denied = { decision: "denied", comment: null, reviewed_by: "admin", reviewed_at: "" } as const;
    open({
      [`${base}/data`]: [dataPoint(), dataPoint({ id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a02", review: denied })],
    });
    expect(await screen.findByText("1 of 20 trees")).toBeTruthy();
  });

  it("[DATA-08] tells that one is still collecting, and leads back to the quest's details", async () => {
    open();
    const panel = within(await screen.findByRole("region", { name: "Quest Status" }));
    expect(panel.getByText(/still collecting/)).toBeTruthy();
    expect(panel.getByRole("link", { name: "quest's details" }).getAttribute("href")).toBe("/quests/7");
  });

  it("[DATA-06] [DATA-07] completes after a question, and takes the form away", async () => {
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

  it("[DATA-09] congratulates once completed, promises compensation without an amount, and leads home", async () => {
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
  it("[DATA-11] says that it loads", async () => {
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

  it("[DATA-11] [CALL-05] says when one is not signed up, and takes the plain quest then", async () => {
    open({ [base]: () => refusal(404, "not_joined"), "GET /api/quests/7": quest() });
    expect(await screen.findByText("You are not signed up for this quest.")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Bark of the mango trees" })).toBeTruthy();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("offers a visitor to log in, and tells of what they had begun", async () => {
    sessionStorage.setItem(
      "cairn.draft/7/alice",
      JSON.stringify({ draftId: "1", id: "2", photoKeys: [], answers: { tree_width: "88" } }),
    );
    serve({ "GET /api/quests/7": quest() });
    const signIn = vi.fn(async () => {});
    renderApp(address, asVisitor({ signIn }));
    expect(await screen.findByText(/had begun is kept/)).toBeTruthy();
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
    expect(signIn).toHaveBeenCalledOnce();
  });
});

describe("a new data point", () => {
  it("[DATA-05] asks for a picture from the rear camera and a circumference in steps of 0.01 cm", async () => {
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
    expect(FakeUpload.sent).toHaveLength(0);
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
    expect(FakeUpload.sent).toHaveLength(0);
  });

  const typePosition = async (latitude: string, longitude: string) => {
    fireEvent.change(screen.getByLabelText(/^Latitude/), { target: { value: latitude } });
    fireEvent.change(screen.getByLabelText(/^Longitude/), { target: { value: longitude } });
    await userEvent.click(addButton());
  };

  it("[VALID-09] sends a position that the user typed beside the device's own", async () => {
    open();
    await fillIn();
    await typePosition("-45.03", "168.66");
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    const { form: sent } = FakeUpload.sent[0] ?? {};
    expect([sent?.get("user_supplied_latitude"), sent?.get("user_supplied_longitude")]).toEqual(["-45.03", "168.66"]);
    expect([sent?.get("latitude"), sent?.get("longitude")]).toEqual(["21.9712", "-159.3701"]);
  });

  it("[VALID-09] takes one of the two alone, and refuses what is no latitude", async () => {
    open();
    await fillIn();
    await typePosition("91", "");
    expect(await screen.findByText("Number must be less than or equal to 90")).toBeTruthy();
    expect(FakeUpload.sent).toHaveLength(0);
    await typePosition("45", "");
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(FakeUpload.sent[0]?.form.get("user_supplied_latitude")).toBe("45");
    expect(FakeUpload.sent[0]?.form.has("user_supplied_longitude")).toBe(false);
  });

  it("[CONST-01] asks for the position with 30000 ms, nothing cached, high accuracy off", async () => {
    const geolocation = standInGeolocation({ latitude: 1, longitude: 2, accuracy: 8 });
    open();
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    const options = { timeout: 30_000, maximumAge: 0, enableHighAccuracy: false };
    expect(geolocation.getCurrentPosition.mock.calls[0]?.[2]).toEqual(options);
    expect(geolocation.watchPosition.mock.calls[0]?.[2]).toEqual(options);
  });

  const here = { latitude: 21.9712, longitude: -159.3701, accuracy: 8 };
  const elsewhere = { latitude: 48.2, longitude: 16.37, accuracy: 3 };
  const sentPosition = (index = 0) => {
    const { form: sent } = FakeUpload.sent[index] ?? {};
    return [sent?.get("latitude"), sent?.get("longitude"), sent?.get("accuracy")];
  };

  it("[CONST-01] sends the position that was watched while the point was measured", async () => {
    const geolocation = standInGeolocation(elsewhere, { silent: false, watchedPlace: here });
    open();
    await fillIn();
    expect(await screen.findByText("± 8 m")).toBeTruthy();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(sentPosition()).toEqual(["21.9712", "-159.3701", "8"]);
    expect(geolocation.getCurrentPosition).not.toHaveBeenCalled();
  });

  it("[CONST-01] sends no position that the device remembered from before it was asked, however young", async () => {
    const geolocation = standInGeolocation(here, { silent: false, watchedPlace: elsewhere, watchedAgeMs: 1_000 });
    open();
    await fillIn();
    await screen.findByText("± 3 m");
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    expect(geolocation.getCurrentPosition).toHaveBeenCalledOnce();
    expect(sentPosition()).toEqual(["21.9712", "-159.3701", "8"]);
  });

  it("[CONST-01] does not ask for the position again when the same point is sent again", async () => {
    standInGeolocation(here);
    open();
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    await act(async () => FakeUpload.sent[0]?.answer(503, { code: "unavailable", detail: "Busy." }));
    const geolocation = standInGeolocation(elsewhere);
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    await act(async () => FakeUpload.sent[1]?.answer(503, { code: "unavailable", detail: "Busy." }));
    // What a reload goes on from.
    expect(uploadDraft("alice", 7).read().fix).toMatchObject({ latitude: 21.9712, longitude: -159.3701 });
    expect([sentPosition(0), sentPosition(1)]).toEqual(Array(2).fill(["21.9712", "-159.3701", "8"]));
    // Another photo is another data point, measured where it is sent from.
    await userEvent.upload(picker(), photo());
    await waitFor(() => expect(uploadDraft("alice", 7).read().fix).toBeUndefined());
    expect(geolocation.getCurrentPosition).not.toHaveBeenCalled();
  });

  it("[DATA-12] [DATA-14] [VALID-09] uploads with the button disabled, then refreshes the list and resets", async () => {
    const added = dataPoint({ additional_data: { tree_width: 187.5 } });
    const points: QuestDataPoint[] = [];
    open({ [`${base}/data`]: () => [...points] });
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    const submit = document.querySelector<HTMLButtonElement>('form button[type="submit"]');
    expect(submit?.disabled).toBe(true);

    const [upload] = FakeUpload.sent;
    if (!upload) throw new Error("no upload");
    expect(upload.address).toBe("/api/adventurers/alice/quests/7/data/uploads?data_type=image");
    expect(Object.fromEntries([...upload.form].filter(([, value]) => typeof value === "string"))).toMatchObject({
      tree_width: "187.5",
      latitude: "21.9712",
      longitude: "-159.3701",
      accuracy: "8",
      position_source: "device",
    });
    expect(upload.form.has("user_supplied_latitude")).toBe(false);
    expect((upload.form.get("file") as File).name).toBe("bark.jpg");
    expect([...upload.form.keys()].at(-1)).toBe("file");

    act(() => upload.progress(0.4));
    expect(screen.getByRole("progressbar", { name: "Upload" }).getAttribute("value")).toBe("0.4");
    points.push(added);
    await act(async () => upload.answer(201, added));
    const list = await screen.findByRole("list", { name: "Data Points" });
    expect(within(list).getByText("187.5 cm")).toBeTruthy();
    expect(circumference().value).toBe("");
    expect(document.querySelector("form img")).toBeNull();
    expect(addButton()).toHaveProperty("disabled", false);
  });

  it("[DATA-13] [ERR-03] abandons the upload without a position, and keeps what was typed", async () => {
    standInGeolocation(undefined);
    open();
    await fillIn("77.7");
    await userEvent.click(addButton());
    expect(
      await screen.findByText(
        "ERROR GETTING GEO COORDINATES: Geocordinates are required for each data point. Please close this browser window and open the app in a new window. When re-uploading your first data point in the window, make sure to allow geolocation when you are prompted. Alternatively, you can go to your browser settings and allow gps access for this site.",
      ),
    ).toBeTruthy();
    expect(FakeUpload.sent).toHaveLength(0);
    expect(circumference().value).toBe("77.7");
    expect(document.querySelector("form img")).toBeTruthy();
  });

  it("[ERR-04] says what the server refused; sending again carries the same id", async () => {
    open();
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    await act(async () => FakeUpload.sent[0]?.answer(422, { code: "photo_unreadable", detail: "Not a picture." }));
    expect(
      await screen.findByText("FAILED TO UPLOAD DATA POINT. Error Response: 422, Error Details: Not a picture."),
    ).toBeTruthy();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    const ids = FakeUpload.sent.map(({ form: sent }) => sent.get("id"));
    expect(ids[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(ids[1]).toBe(ids[0]);
  });

  it("[ERR-04] says when the connection broke", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    open();
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    await act(async () => FakeUpload.sent[0]?.breakOff());
    expect(await screen.findByText("FAILED TO UPLOAD DATA POINT. Error: Network Error")).toBeTruthy();
    expect(circumference().value).toBe("187.5");
  });

  it("another photo is another data point, with another id", async () => {
    open();
    await fillIn();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
    await act(async () => FakeUpload.sent[0]?.answer(503, { code: "unavailable", detail: "Busy." }));
    await userEvent.upload(picker(), photo());
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(2));
    expect(FakeUpload.sent[1]?.form.get("id")).not.toBe(FakeUpload.sent[0]?.form.get("id"));
  });

  it("what was typed survives leaving the page", async () => {
    const first = open();
    await form();
    await userEvent.type(circumference(), "64.2");
    first.unmount();
    open();
    await form();
    await waitFor(() => expect(circumference().value).toBe("64.2"));
  });

  it("warns of a poor position, and takes it all the same", async () => {
    standInGeolocation({ latitude: 1, longitude: 2, accuracy: 85 }, { silent: false });
    open();
    await fillIn();
    expect(await screen.findByText(/still rough/)).toBeTruthy();
    await userEvent.click(addButton());
    await waitFor(() => expect(FakeUpload.sent).toHaveLength(1));
  });

  it("speaks of trees only where the quest is about trees", async () => {
    open({ [base]: joined({ quest_type: "WATER", quest_name: "Clear water" }) });
    await form();
    expect(screen.queryByText(/\btrees?\b/i)).toBeNull();
    expect(circumference()).toBeTruthy();
  });
});
