import "../../../../test/web-database.ts";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInGeolocation } from "../../../../test/field-device.ts";
import { quest, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import type { WrittenProtocol } from "../../../protocol/protocol-schema.ts";
import { withKept } from "../../foundation/api/kept-answers.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { newDraft } from "../../outbox/new-records.ts";
import { changePoint, keepDraft, listRecords, savePoint } from "../../outbox/outbox.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { isInTab } from "../../outbox/storage.ts";
import { optionalAtEnd } from "./upload-form.tsx";
import { VersionedUploadForm } from "./versioned-upload-form.tsx";

const secchi: Protocol = {
  fields: [
    {
      key: "depth",
      kind: "number",
      label: "Secchi depth",
      unit: "m",
      required: true,
      min: 0,
      max: 60,
      expected_min: 0.5,
    },
    { key: "birds", kind: "integer", label: "Birds", min: 0, max: 3 },
    { key: "ice", kind: "yes_no", label: "Is there ice?" },
    {
      key: "ice_thickness",
      kind: "number",
      label: "How thick is the ice?",
      unit: "cm",
      required: true,
      min: 0,
      shown_when: { field: "ice", op: "=", value: true },
    },
    { key: "bank", kind: "photo", label: "The bank" },
  ],
  photo: { required: false },
};

const place = { latitude: 21.9712, longitude: -159.3701, accuracy: 8 };

beforeEach(() => {
  standInBrowser();
  serve({});
  vi.stubGlobal("indexedDB", new IDBFactory());
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  standInGeolocation(place);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const asked = (protocol: Protocol) =>
  quest({ quest_type: "WATER", protocol: { ...protocol, version: 2 } as WrittenProtocol, protocol_version: 2 });
const open = async (protocol: Protocol = secchi, wanted?: string) => {
  const view = render(<VersionedUploadForm username="alice" quest={asked(protocol)} wanted={wanted} />);
  await screen.findByRole("form");
  return view;
};
const add = () => userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
const depth = () => screen.getByLabelText<HTMLInputElement>("Secchi depth");
const points = async () =>
  (await listRecords("alice")).filter((record): record is PointRecord => record.kind === "point");
const saved = async () => (await points()).filter(({ state }) => state !== "draft");
const untilSaved = async (count = 1) => {
  await waitFor(async () => expect(await saved()).toHaveLength(count));
  const [point] = await saved();
  if (!point) throw new Error("one is saved");
  return point;
};
const pickers = () => [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')];
const picker = (name: string) => {
  const found = pickers().find((each) => each.name === name);
  if (!found) throw new Error(`no picker ${name}`);
  return found;
};
/** Opens an answered choice, which has folded, and chooses another option. */
const change = async (line: string, option: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `${line} Change` }));
  await userEvent.click(screen.getByRole("radio", { name: option }));
};
const photo = (name: string) => new File([name], name, { type: "image/jpeg" });

describe("the form of a quest's own protocol", () => {
  it("saves values by key, the version, and no photo where none is asked for", async () => {
    await open();
    await userEvent.type(depth(), "2,5");
    await userEvent.click(screen.getByRole("button", { name: "One more" }));
    await add();
    expect(await screen.findByText("Saved on this phone")).toBeTruthy();
    expect(await untilSaved()).toMatchObject({
      state: "waiting",
      values: { depth: 2.5, birds: 1 },
      protocolVersion: 2,
      photos: [],
      questId: 7,
      questName: "Bark of the mango trees",
    });
    // The form is free for the next one.
    expect(depth().value).toBe("");
    expect(screen.getByRole("button", { name: "Add Data Point" })).toHaveProperty("disabled", false);
  });

  it("goes on to the next question with Enter, which a scanner appends, and never sends with it", async () => {
    await open();
    await userEvent.type(depth(), "2.5{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("spinbutton", { name: /Birds/ }));
    await userEvent.keyboard("1{Enter}");
    expect(document.activeElement).toBe(screen.getAllByRole("radio")[0]);
    // The last question with an input; nothing comes after the picture.
    await userEvent.keyboard("{Enter}{Enter}{Enter}");
    expect(screen.queryByText("Saved on this phone")).toBeNull();
    await add();
    expect(await untilSaved()).toMatchObject({ values: { depth: 2.5, birds: 1 } });
    expect(await saved()).toHaveLength(1);
  });

  it("asks once whether an unexpected value is right, and saves nothing before that is said", async () => {
    await open();
    await userEvent.type(depth(), "0.2");
    await add();
    expect(await screen.findByText(saying("Really 0.2 m?"))).toBeTruthy();
    expect(screen.getByText(saying(/Expected: 0\.5 m or more/))).toBeTruthy();
    expect(await saved()).toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "Yes, it's 0.2 m" }));
    expect(screen.queryByText(saying("Really 0.2 m?"))).toBeNull();
    // Another value is another question.
    await userEvent.type(depth(), "{Backspace}3");
    expect(await screen.findByText(saying("Really 0.3 m?"))).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Yes, it's 0.3 m" }));
    await add();
    expect((await untilSaved()).values).toEqual({ depth: 0.3 });
  });

  it("asks which number is meant where the text can be read as two within the bounds", async () => {
    await open({ ...secchi, fields: [{ key: "flow", kind: "number", label: "Flow", unit: "L/s", min: 0, max: 5000 }] });
    await userEvent.type(screen.getByLabelText(/Flow/), "1,234");
    await add();
    await userEvent.click(await screen.findByRole("button", { name: "1.234 L/s" }));
    await add();
    expect((await untilSaved()).values).toEqual({ flow: 1.234 });
  });

  it("keeps no draft of defaults that nobody has touched, and keeps them with the first answer", async () => {
    const fields: Protocol["fields"] = [
      { key: "site", kind: "text", label: "Site", default: { expression: "'North bank'" } },
      { key: "birds", kind: "text", label: "Birds" },
    ];
    const { unmount } = await open({ fields, photo: { required: false } });
    expect(screen.getByLabelText(/Site/)).toHaveProperty("value", "North bank");
    expect(screen.queryByRole("button", { name: /Discard/ })).toBeNull();
    unmount();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await points()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);

    await open({ fields, photo: { required: false } });
    await userEvent.type(screen.getByLabelText(/Birds/), "2");
    await waitFor(async () => expect(await points()).toMatchObject([{ answers: { site: "North bank", birds: "2" } }]));
    await add();
    expect((await untilSaved()).values).toEqual({ site: "North bank", birds: "2" });
    // The next form starts with the default, and still says that the last data point is saved.
    expect(await screen.findByText("Saved on this phone")).toBeTruthy();
    expect(screen.getByLabelText(/Site/)).toHaveProperty("value", "North bank");
    expect((await points()).filter(({ state }) => state === "draft")).toEqual([]);
  });

  it("does not save the answer of a hidden field as a value, and has it again when the field is shown", async () => {
    await open();
    await userEvent.type(depth(), "4");
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    await userEvent.type(screen.getByLabelText("How thick is the ice?"), "12");
    await change("Is there ice? Yes", "No");
    expect(screen.queryByLabelText("How thick is the ice?")).toBeNull();
    await change("Is there ice? No", "Yes");
    expect(screen.getByLabelText<HTMLInputElement>("How thick is the ice?").value).toBe("12");
    await change("Is there ice? Yes", "No");
    await add();
    expect((await untilSaved()).values).toEqual({ depth: 4, ice: false });
  });

  it("counts by its buttons within the bounds, and an answer that is optional can be taken back", async () => {
    await open();
    const birds = screen.getByRole<HTMLInputElement>("spinbutton", { name: /Birds/ });
    await userEvent.click(screen.getByRole("button", { name: "One fewer" }));
    expect(birds.value).toBe("0");
    for (let press = 0; press < 3; press++) await userEvent.click(screen.getByRole("button", { name: "One more" }));
    expect(birds.value).toBe("3");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "One more" }).disabled).toBe(true);
    await userEvent.type(birds, "{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(birds.value).toBe("2");
    await userEvent.click(screen.getByRole("radio", { name: "No" }));
    await userEvent.click(await screen.findByRole("button", { name: /^Is there ice\? No/ }));
    await userEvent.click(screen.getByRole("button", { name: "Clear answer" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "No" }).checked).toBe(false);
  });

  it("saves photos of fields under their keys", async () => {
    await open();
    await userEvent.type(depth(), "4");
    await userEvent.upload(picker("photo:bank"), photo("bank.jpg"));
    await userEvent.upload(picker("file"), photo("lake.jpg"));
    await add();
    const { photos } = await untilSaved();
    expect(photos.map(({ key, name }) => [key, name])).toEqual([
      ["bank", "bank.jpg"],
      ["file", "lake.jpg"],
    ]);
  });

  it("shows beside its field what the server refused of a data point that is changed", async () => {
    const draft = { ...newDraft("alice", { id: 7, name: "Bark" }, 2), answers: { depth: "4" }, values: { depth: 4 } };
    const { localId } = await savePoint(draft);
    await changePoint(localId, (point) => ({
      ...point,
      state: "refused",
      problem: {
        atMs: 0,
        status: 422,
        code: "validation_failed",
        message: "Not like this.",
        fieldErrors: [{ path: "measurements.depth", message: "Enter 0 to 3 m" }],
      },
    }));
    await open(secchi, localId);
    expect(screen.getByText("Enter 0 to 3 m")).toBeTruthy();
    expect(screen.getByText("This data point was rejected: Not like this.")).toBeTruthy();
    expect(depth().getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(depth(), "{Backspace}2");
    expect(screen.queryByText("Enter 0 to 3 m")).toBeNull();
    await add();
    expect(await untilSaved()).toMatchObject({ localId, state: "waiting", values: { depth: 2 }, problem: null });
  });

  it("opens the row whose answer the server refused, and moves the focus there", async () => {
    const answers = { birds: ["0", "1"], "birds.0.count": "1", "birds.1.count": "2" };
    const values = { birds: [{ count: 1 }, { count: 2 }] };
    const { localId } = await savePoint({ ...newDraft("alice", { id: 7, name: "Bark" }, 2), answers, values });
    const fieldErrors = [{ path: "measurements.birds.1.count", message: "Too many" }];
    const problem = { atMs: 0, status: 422, code: "validation_failed", message: "Not like this.", fieldErrors };
    await changePoint(localId, (point) => ({ ...point, state: "refused", problem }));
    const count = { key: "count", kind: "integer", label: "How many?" } as const;
    const group = { key: "birds", kind: "group", label: "Birds", repeat: {}, fields: [count] } as const;
    await open({ fields: [group], photo: { required: false } }, localId);
    expect(await screen.findByText("Too many")).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/How many/)));
    expect(document.activeElement?.closest("[data-row]")).toHaveProperty("dataset.row", "birds.1");
  });
});

describe("a draft", () => {
  it("is kept as it is typed, and is there again after the page was left", async () => {
    const view = await open();
    await userEvent.type(depth(), "6.4");
    view.unmount();
    await open();
    expect(depth().value).toBe("6.4");
  });

  it("is another's where another tab has it", async () => {
    const taken = { ...newDraft("alice", { id: 7, name: "Bark" }, 2, 2_000), answers: { depth: "9" } };
    const free = { ...newDraft("alice", { id: 7, name: "Bark" }, 2, 1_000), answers: { depth: "5" } };
    await keepDraft(taken);
    await keepDraft(free);
    const request = async (name: string, _: LockOptions, work: LockGrantedCallback<unknown>) =>
      work(name === `cairn-draft/${taken.localId}` ? null : { name, mode: "exclusive" });
    Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
    await open();
    expect(depth().value).toBe("5");
    Object.defineProperty(navigator, "locks", { configurable: true, value: undefined });
  });

  it("of another account is not shown", async () => {
    await keepDraft({ ...newDraft("bob", { id: 7, name: "Bark" }, 2), answers: { depth: "9" } });
    await open();
    expect(depth().value).toBe("");
  });

  it("is discarded after a question", async () => {
    await open();
    expect(screen.queryByRole("button", { name: "Discard draft" })).toBeNull();
    await userEvent.type(depth(), "6.4");
    await waitFor(async () => expect(await points()).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
    await userEvent.click(screen.getByRole("button", { name: "Keep it" }));
    expect(depth().value).toBe("6.4");
    await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
    await userEvent.click(screen.getAllByRole("button", { name: "Discard draft" }).at(-1) as HTMLElement);
    await waitFor(() => expect(depth().value).toBe(""));
    expect(await points()).toEqual([]);
  });

  it("[DATA-16] says that a data point is only in this tab where the device is full", async () => {
    await open();
    await userEvent.type(depth(), "6.4");
    const write = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await add();
    expect(await screen.findByText("Saved in this tab only")).toBeTruthy();
    expect(screen.queryByText("Saved on this phone")).toBeNull();
    const { localId, values } = await untilSaved();
    expect(values).toEqual({ depth: 6.4 });
    write.mockRestore();
    // Before the next test has a database of its own.
    await vi.waitFor(() => expect(isInTab(localId)).toBe(false), { timeout: 10_000 });
  });
});

describe("a quest that gets new questions while a data point is not finished", () => {
  const versionOf = (version: number, label: string): WrittenProtocol => ({
    version,
    fields: [{ key: "depth", kind: "number", label, unit: "m" }],
    photo: { required: false },
  });
  const changed = quest({ quest_type: "WATER", protocol: versionOf(2, "Depth in the shade"), protocol_version: 2 });
  const begin = () => keepDraft({ ...newDraft("alice", { id: 7, name: "Bark" }, 1), answers: { depth: "3" } });
  const openQuest = () => render(<VersionedUploadForm quest={changed} username="alice" />);

  it("goes on with the version that it was begun with, and says so", async () => {
    await begin();
    serve({ "GET /api/quests/7/protocols/1": versionOf(1, "Depth of the disk") });
    openQuest();
    expect((await screen.findByLabelText<HTMLInputElement>(/Depth of the disk/)).value).toBe("3");
    expect(await screen.findByText(/You're filling in the one you started/)).toBeTruthy();
    await add();
    expect((await untilSaved()).protocolVersion).toBe(1);
    // The next one is answered under the new version.
    expect(await screen.findByLabelText(/Depth in the shade/)).toBeTruthy();
    expect(screen.queryByText(/You're filling in the one you started/)).toBeNull();
    expect(screen.getByText("Saved on this phone")).toBeTruthy();
  });

  it("takes the new version where its volunteer says so, with the answers that fit", async () => {
    await begin();
    serve({ "GET /api/quests/7/protocols/1": versionOf(1, "Depth of the disk") });
    openQuest();
    await userEvent.click(await screen.findByRole("button", { name: "Switch to the new form" }));
    expect(screen.getByLabelText<HTMLInputElement>(/Depth in the shade/).value).toBe("3");
    await add();
    expect((await untilSaved()).protocolVersion).toBe(2);
  });

  it("[DATA-15] gets a data point that was refused for its form out of it, with photo and position, and shows what doesn't fit", async () => {
    const mended = quest({ quest_type: "WATER", protocol: versionOf(5, "Depth in the shade"), protocol_version: 5 });
    const faulty: WrittenProtocol = {
      version: 4,
      fields: [
        { key: "depth", kind: "number", label: "Depth of the disk", unit: "m" },
        { key: "site", kind: "text", label: "Site" },
        { key: "shore", kind: "photo", label: "Shore" },
      ],
    };
    const kept = { type: "image/jpeg", sizeBytes: 5, sha256: "a".repeat(64), takenAtMs: 1 };
    const position = { ...place, accuracyMeters: 8, fixedAtMs: 1, source: "device" as const };
    const begun = newDraft("alice", { id: 7, name: "Bark" }, 4);
    const photos = ["file", "shore"].map((key) => ({ ...kept, key, name: `${key}.jpg` }));
    const { localId, id } = await savePoint(
      { ...begun, answers: { depth: "3", site: "By the willow" }, photos, position, mayHaveArrived: true },
      Object.fromEntries(photos.map(({ key, name }) => [key, new File(["bytes"], name, { type: kept.type })])),
    );
    const problem = { atMs: 0, status: 422, code: "validation_failed", message: "Not like this.", fieldErrors: [] };
    await changePoint(localId, (point) => ({ ...point, state: "refused", problem }));
    serve({ "GET /api/quests/7/protocols/4": faulty });
    const view = render(<VersionedUploadForm quest={mended} username="alice" wanted={localId} />);
    expect(await screen.findByText("This data point was rejected: Not like this.")).toBeTruthy();
    expect(await screen.findByText(/^2 answers don't fit the new form/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Switch to the new form" }));
    expect(screen.queryByText(/was rejected/)).toBeNull();
    const left = async () =>
      [
        ...(await screen.findByRole("region", { name: "From the earlier form" })).querySelectorAll("dt, dd > a, dd p"),
      ].map(({ textContent }) => textContent);
    expect(await left()).toEqual(["Site", "By the willow", "Shore", "Open shore.jpg"]);
    // A page that is opened again still shows them.
    await waitFor(async () =>
      expect((await points())[0]?.photos.map(({ key }) => key)).toEqual(["file", "unfit-1-shore"]),
    );
    view.unmount();
    render(<VersionedUploadForm quest={mended} username="alice" />);
    expect(await left()).toEqual(["Site", "By the willow", "Shore", "Open shore.jpg"]);
    await add();
    const values = { depth: 3 };
    expect(await untilSaved()).toMatchObject({ localId, protocolVersion: 5, values, position, supersededIds: [id] });
  });

  it("has the form that it was begun with without a signal too, although the phone has the new one", async () => {
    localStorage.setItem("jwt", "a token");
    const signOut = connectSession({
      getAccessToken: async () => "a token",
      renewAccessToken: async () => undefined,
      getAccount: () => "alice",
    });
    serve({ "GET /api/quests/7/protocols/6": () => new Response(null, { status: 503 }) });
    const at = (version: number, label: string) =>
      quest({ quest_type: "WATER", protocol: versionOf(version, label), protocol_version: version });
    const view = render(<VersionedUploadForm quest={at(6, "Depth of the disk")} username="alice" />);
    await userEvent.type(await screen.findByLabelText(/Depth of the disk/), "3");
    await waitFor(async () => {
      const kept = await withKept((database) => database.getAll("answers"));
      expect(kept.map(({ name }) => name)).toContain("getQuestProtocol");
    });
    view.unmount();
    render(<VersionedUploadForm quest={at(7, "Depth in the shade")} username="alice" />);
    expect((await screen.findByLabelText<HTMLInputElement>(/Depth of the disk/)).value).toBe("3");
    expect(await screen.findByText(/You're filling in the one you started/)).toBeTruthy();
    signOut();
    localStorage.removeItem("jwt");
  });

  it("has the new version at once where nothing was begun", async () => {
    openQuest();
    expect(await screen.findByLabelText(/Depth in the shade/)).toBeTruthy();
  });
});

describe("answers that are the same as last time", () => {
  const lake: Protocol = {
    fields: [
      { key: "observer", kind: "text", label: "Observer", same_as_last: true },
      { key: "seen", kind: "text", label: "Seen" },
    ],
    photo: { required: false },
  };
  const observer = () => screen.getByLabelText<HTMLInputElement>(/^Observer/);

  it("are filled in, marked and undone, and are not yet something that the volunteer entered", async () => {
    const draft = newDraft("alice", { id: 7, name: "Lake" }, 2);
    const point = { ...draft, values: { observer: "Ada", seen: "A heron" } };
    const form = (waiting: readonly PointRecord[]) => (
      <VersionedUploadForm username="alice" quest={asked(lake)} waiting={waiting} />
    );
    const { rerender } = render(form([]));
    await screen.findByRole("form");
    expect(screen.queryByText("Same as last time")).toBeNull();

    rerender(form([point]));
    expect(await screen.findByText("Same as last time")).toBeTruthy();
    expect(observer().value).toBe("Ada");
    expect(screen.getByLabelText<HTMLInputElement>(/^Seen/).value).toBe("");
    expect(screen.queryByRole("button", { name: "Discard draft" })).toBeNull();

    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(observer().value).toBe("");
    expect(screen.queryByText("Same as last time")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(observer()));
    // It stays empty in the next rendering.
    rerender(form([{ ...point, localId: "other" }]));
    expect(observer().value).toBe("");
  });

  it("are named once a data point is saved, so that what carries over is seen", async () => {
    const point = { ...newDraft("alice", { id: 7, name: "Lake" }, 2), values: { observer: "Ada", seen: "A heron" } };
    render(<VersionedUploadForm username="alice" quest={asked(lake)} waiting={[point]} />);
    await waitFor(() => expect(observer().value).toBe("Ada"));
    await userEvent.type(screen.getByLabelText(/^Seen/), "An egret");
    expect(screen.queryByText("Same as last time: Observer")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
    expect(await screen.findByText("Same as last time: Observer")).toBeTruthy();
    expect(observer().value).toBe("Ada");
  });
});

describe("a form that fits a phone", () => {
  const optional: Protocol["fields"] = [
    { key: "ice", kind: "yes_no", label: "Is there ice?" },
    { key: "site", kind: "text", label: "Site", pattern: "[A-Z]{2}" },
    { key: "birds", kind: "integer", label: "Birds" },
  ];
  const lake: Protocol = {
    fields: [
      { key: "depth", kind: "number", label: "Secchi depth", unit: "m", required: true, max: 60 },
      {
        key: "bottom",
        kind: "choice",
        label: "Bottom",
        options: ["mud", "sand", "rock"].map((value) => ({ value, label: value })),
        required: true,
      },
      ...optional,
    ],
    photo: { required: false },
  };
  const more = () => screen.getByText("More about this data point (3)").closest("details");
  const line = () => screen.findByRole("button", { name: "Bottom sand Change" });

  it("folds a choice once an option is tapped, opens it again at the chosen one, and folds it in a draft", async () => {
    const { unmount } = await open(lake);
    // Arrow keys choose without a tap: the options stay.
    fireEvent.click(screen.getByRole("radio", { name: "mud" }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "mud" }).checked).toBe(true);

    await userEvent.click(screen.getByRole("radio", { name: "sand" }));
    expect(await line()).toBe(document.activeElement);
    expect((await line()).getAttribute("aria-expanded")).toBe("false");
    expect(screen.queryByRole("radio", { name: "sand" })).toBeNull();
    await userEvent.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "sand" }));
    // Tapping the chosen option again folds it as well.
    await userEvent.click(screen.getByRole("radio", { name: "sand" }));
    await line();
    unmount();
    await open(lake);
    await line();
    expect(screen.queryByRole("radio", { name: "sand" })).toBeNull();
  });

  it("asks optional questions at the end behind one line after the position, which opens for an error and in a draft", async () => {
    const { unmount } = await open(lake);
    await screen.findByText("More about this data point (3)");
    expect(more()?.open).toBe(false);
    expect(screen.getByText("Position").compareDocumentPosition(screen.getByText("Site"))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    await userEvent.type(depth(), "3");
    await userEvent.click(screen.getByRole("radio", { name: "rock" }));
    const site = screen.getByLabelText(/^Site/);
    fireEvent.change(site, { target: { value: "lake" } });
    await add();
    expect(await screen.findByText(/doesn't have the required format/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(site));
    expect(more()?.open).toBe(true);
    await waitFor(async () => expect((await points())[0]?.answers.site).toBe("lake"));
    unmount();
    await open(lake);
    await waitFor(() => expect(more()?.open).toBe(true));
    fireEvent.change(screen.getByLabelText(/^Site/), { target: { value: "VA" } });
    await add();
    expect((await untilSaved()).values).toEqual({ depth: 3, bottom: "rock", site: "VA" });
    // Whoever answered them once is likely to do so again.
    await waitFor(() => expect(depth().value).toBe(""));
    expect(more()?.open).toBe(true);
  });

  it("counts what its steps number", async () => {
    await open(lake);
    await screen.findByText("More about this data point (3)");
    const numbers = [...document.querySelectorAll("form [aria-hidden]")].map(({ textContent }) => Number(textContent));
    const steps = numbers.filter((number) => number > 0);
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7]);
    await userEvent.type(depth(), "3");
    const overview = screen.getByRole("button", { name: /answered$/ });
    await waitFor(() => expect(overview.textContent).toBe("1 of 7 answered"));
    // What can't be saved isn't counted, at the steps either.
    await userEvent.type(depth(), "00");
    await userEvent.click(screen.getByText("More about this data point (3)"));
    fireEvent.change(screen.getByLabelText(/^Site/), { target: { value: "lake" } });
    await waitFor(() => expect(overview.textContent).toBe("0 of 7 answered"));
    expect(more()?.textContent).not.toMatch(/1 answer/);
    fireEvent.change(screen.getByLabelText(/^Site/), { target: { value: "VA" } });
    await waitFor(() => expect(overview.textContent).toBe("1 of 7 answered"));
    expect(more()?.textContent).toMatch(/1 answer/);
    await userEvent.click(overview);
    await userEvent.click(await screen.findByRole("button", { name: /^Position/ }));
    const position = document.querySelector('[data-field="position-step"]');
    await waitFor(() => expect(position?.contains(document.activeElement)).toBe(true));
  });

  it.each([
    ["that are all there is", { ...lake, fields: optional }],
    ["of which there are two", { ...lake, fields: lake.fields.slice(0, -1) }],
    ["in sections", { ...lake, fields: [{ ...(lake.fields[0] as Field), heading: "Water" }, ...lake.fields.slice(1)] }],
    ["one a screen", { ...lake, pages: true as const }],
    ["before a required one", { ...lake, fields: [...optional, ...lake.fields.slice(0, 1)] }],
  ])("hides no optional questions %s", (_, protocol) => {
    expect([...optionalAtEnd(protocol)]).toEqual([]);
  });

  it("shows what carries over in optional questions", async () => {
    const fields = lake.fields.map((field) =>
      field.key === "ice" ? { ...field, same_as_last: true } : field,
    ) as Field[];
    await open({ ...lake, fields });
    await screen.findByText("More about this data point (3)");
    expect(more()?.open).toBe(true);
  });
});
