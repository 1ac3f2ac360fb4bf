import { saveCompletion } from "../outbox/saved-records.ts";
import "../../../test/web-database.ts";
import { createHash } from "node:crypto";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { encodePhoto } from "../../../test/encode-photo.ts";
import { standInGeolocation } from "../../../test/field-device.ts";
import { keepFilesInDatabase } from "../../../test/files-in-database.ts";
import { asAdventurer, asVisitor, joined, press, renderApp, serve, standInBrowser } from "../../../test/web-app.tsx";
import { saying } from "../../../test/web-saying.ts";
import { keepShared, readGallery } from "../foundation/phone/kept-photos.ts";
import { discard, findRecord, listRecords, savePoint } from "../outbox/outbox.ts";
import type { PointRecord } from "../outbox/record.ts";
import { isInTab } from "../outbox/storage.ts";

const base = "GET /api/adventurers/alice/quests";
const plums = joined({ id: 8, quest_name: "Plum stones" });
const takenAt = new Date("2026-03-04T05:06:07Z");
const gps = { latitude: 47.5, longitude: 8.25, accuracyMeters: 6 };

async function photo(name: string, { hasPosition = true } = {}): Promise<File> {
  const picture = sharp(createHash("sha256").update(name).digest(), { raw: { width: 8, height: 4, channels: 1 } });
  const bytes = await encodePhoto(picture, { takenAt, ...(hasPosition && gps) });
  return new File([Uint8Array.from(bytes)], name, { type: "image/jpeg" });
}
function open(path = "/share", auth = asAdventurer(), answers: Record<string, unknown> = {}) {
  serve({
    [base]: [joined(), plums],
    [`${base}/7`]: joined(),
    [`${base}/8`]: plums,
    [`${base}/7/data`]: [],
    [`${base}/8/data`]: [],
    ...answers,
  });
  return renderApp(path, auth);
}
const drafts = async () =>
  (await listRecords("alice")).filter((record): record is PointRecord => record.kind === "point");
const namesKept = async () => (await readGallery()).photos.map(({ photo: { name } }) => name);
const mangos = /^Bark of the mango trees/;
const formOf = (questId: number) => `/quests/${questId}/data`;
const preview = () => screen.findByRole("img", { name: "Selected photo" });

beforeAll(() =>
  Promise.all([
    import("../app/desk-routes.tsx"),
    import("./share-page.tsx"),
    import("./quest-data-page.tsx"),
    import("../features/data-points/around-questions.tsx"),
  ]),
);
beforeEach(() => {
  standInBrowser({ wide: false });
  vi.stubGlobal("indexedDB", new IDBFactory());
  keepFilesInDatabase();
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => vi.unstubAllGlobals());

it("[ROUTE-17] a press on a quest starts a draft with the photo's own time and position, and opens its form", async () => {
  await keepShared([await photo("oak.jpg"), await photo("elm.jpg")]);
  const { address } = open();
  await screen.findByRole("heading", { name: "2 photos" });
  await press(mangos);
  await waitFor(() => expect(address()).toBe(formOf(7)));
  await preview();
  const [draft, ...others] = await drafts();
  expect(others).toEqual([]);
  expect(draft).toMatchObject({
    state: "draft",
    questId: 7,
    protocolVersion: 0,
    capturedAtMs: takenAt.getTime(),
    position: { latitude: 47.5, longitude: 8.25, accuracyMeters: 6, source: "exif", fixedAtMs: takenAt.getTime() },
    photos: [{ key: "file", name: "oak.jpg", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  expect(draft?.fixes).toEqual([draft?.position]);
  expect(await namesKept()).toEqual(["elm.jpg"]);
});

it("[ROUTE-17] a photo without a position gets none: never that of now", async () => {
  await keepShared([await photo("oak.jpg", { hasPosition: false })]);
  open();
  await press(mangos);
  await preview();
  expect(await drafts()).toMatchObject([{ position: null, fixes: [], capturedAtMs: takenAt.getTime() }]);
});

it("a draft has the quest's name as the reader reads it", async () => {
  await keepShared([await photo("oak.jpg")]);
  const german = { quest_name: "Rinde der Mangobäume", language: "de" };
  const translations = { en: { quest_name: "Bark of the mango trees" } };
  open("/share", asAdventurer(), { [`${base}/7`]: joined({ ...german, translations }) });
  await press(mangos);
  await preview();
  expect(await drafts()).toMatchObject([{ questName: "Bark of the mango trees" }]);
});

it("[ROUTE-17] after saving, the form offers the next photo for the same quest", async () => {
  await keepShared([await photo("oak.jpg"), await photo("elm.jpg"), await photo("ash.jpg")]);
  const { address } = open();
  await press(mangos);
  await preview();
  expect(screen.queryByText("Photo 2 of 3")).toBeNull();
  await userEvent.type(screen.getByLabelText(/circumference/i), "87");
  await press("Add Data Point");
  await screen.findByText("Photo 2 of 3");
  await press("Use this photo");
  await preview();
  expect(screen.queryByText("Photo 3 of 3")).toBeNull();
  expect(address()).toBe(formOf(7));
  expect((await drafts()).map(({ state, photos }) => [state, photos[0]?.name])).toEqual([
    ["draft", "elm.jpg"],
    ["waiting", "oak.jpg"],
  ]);
  expect(await namesKept()).toEqual(["ash.jpg"]);
});

it("[ROUTE-17] a page that was killed before the photo was let go starts no second draft", async () => {
  const oak = await photo("oak.jpg");
  await keepShared([oak]);
  const { unmount } = open();
  await press(mangos);
  await preview();
  unmount();
  // The app was killed meanwhile.
  await keepShared([oak]);
  const { address } = open();
  await press(/^Plum stones/);
  await waitFor(() => expect(address()).toBe(formOf(7)));
  await preview();
  expect(await drafts()).toHaveLength(1);
  expect(await namesKept()).toEqual([]);
});

it("[ROUTE-17] what is a data point already is named and not sent again; the others go on", async () => {
  const oak = await photo("oak.jpg");
  await keepShared([oak]);
  const { unmount } = open();
  await press(mangos);
  await preview();
  const [draft] = await drafts();
  if (!draft) throw new Error("a draft");
  unmount();
  await savePoint(draft);
  await keepShared([oak]);
  open();
  await press(mangos);
  await screen.findByText(saying("oak.jpg is already in one of your data points."));
  await screen.findByText(/^No photos here\./);
  expect((await findRecord(draft.localId))?.state).toBe("waiting");
  expect(await drafts()).toHaveLength(1);
});

it("[ROUTE-17] if the phone is full, the draft is only in this tab, and the photo stays where it was", async () => {
  await keepShared([await photo("oak.jpg")]);
  open();
  await screen.findByRole("button", { name: mangos });
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function fails(this: IDBObjectStore, ...given) {
    if (this.name === "photos") throw new DOMException("Full.", "QuotaExceededError");
    return put.apply(this, given);
  });
  await press(mangos);
  await preview();
  const [draft] = await drafts();
  expect(isInTab(draft?.localId ?? "")).toBe(true);
  expect(await namesKept()).toEqual(["oak.jpg"]);
  vi.restoreAllMocks();
  await discard(draft?.localId ?? "");
});

it("[ROUTE-17] lists the quests that take data now, and says why another one does not open", async () => {
  await keepShared([await photo("oak.jpg")]);
  await saveCompletion("alice", { id: 10, name: "Submitted here" });
  const fields = [
    { key: "height", kind: "number", label: "Height" },
    { key: "leaf", kind: "photo", label: "Leaf", shown_when: { field: "height", op: ">", value: 2 } },
  ];
  open("/share", asAdventurer(), {
    [base]: [
      joined(),
      plums,
      joined({ id: 9, quest_name: "Closed", quest_status: "COMPLETED" }),
      joined({ id: 10, quest_name: "Submitted here" }),
      joined({ id: 11, quest_name: "Submitted" }, "completed"),
    ],
    [`${base}/7`]: () => Promise.reject(new TypeError("Failed to fetch")),
    [`${base}/8`]: joined({ id: 8, protocol_version: 1, protocol: { fields, version: 1 } as never }),
  });
  const list = await screen.findByRole("region", { name: "Choose a quest" });
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole("button")
        .map(({ textContent }) => textContent),
    ).toEqual(["Bark of the mango treesLihue", "Plum stonesLihue"]),
  );
  await press(mangos);
  await screen.findByText(/^You're offline, and this quest isn't saved on this phone\./);
  await press(/^Plum stones/);
  await screen.findByText("This quest doesn't ask for a photo.");
  expect(await namesKept()).toEqual(["oak.jpg"]);
});

it("[ROUTE-17] a quest without a photo of its own gets it as the answer to its question for one", async () => {
  await keepShared([await photo("oak.jpg")]);
  const fields = [{ key: "leaf", kind: "photo", label: "Leaf" }];
  const quest = joined({ protocol_version: 3, protocol: { fields, version: 3 } as never });
  open("/share", asAdventurer(), { [`${base}/7`]: quest });
  await press(mangos);
  await preview();
  expect(await drafts()).toMatchObject([{ protocolVersion: 3, photos: [{ key: "leaf", name: "oak.jpg" }] }]);
});

it("[ROUTE-17] who has joined no quest is told so", async () => {
  await keepShared([await photo("oak.jpg")]);
  open("/share", asAdventurer(), { [base]: [] });
  await screen.findByText("You haven't joined a quest that takes data points now.");
  expect(screen.getByRole("link", { name: "Find a quest" }).getAttribute("href")).toBe("/");
});

it("[ROUTE-17] signed out, the photos stay until somebody has signed in", async () => {
  await keepShared([await photo("oak.jpg")]);
  const signIn = vi.fn(async () => {});
  open("/share", asVisitor({ signIn }));
  await screen.findByText("Sign in to use these photos. They stay on this phone.");
  await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Log In" }));
  expect(signIn).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: mangos })).toBeNull();
  expect(await namesKept()).toEqual(["oak.jpg"]);
});

it("[ROUTE-17] says what was not kept, until it is seen", async () => {
  await keepShared([await photo("oak.jpg"), new File(["film"], "film.mp4", { type: "video/mp4" })]);
  open("/share?left=3");
  await screen.findByText(
    saying("3 photos were left out: Cairn keeps at most 20 shared photos. Share the others again later."),
  );
  const remark = (await screen.findByText(saying("film.mp4 was left out: image upload required"))).closest(
    "[role=status]",
  );
  await userEvent.click(within(remark as HTMLElement).getByRole("button", { name: "Dismiss" }));
  await waitFor(() => expect(screen.queryByText(/film\.mp4/)).toBeNull());
  expect((await readGallery()).leftOut).toEqual([]);
  expect(await namesKept()).toEqual(["oak.jpg"]);
});

it("[ROUTE-17] says that nothing could be kept", async () => {
  open("/share?unkept");
  await screen.findByText(/^The photos couldn't be kept on this phone\./);
  await screen.findByText(/^No photos here\./);
});

it("[ROUTE-17] asks before photos are discarded", async () => {
  await keepShared([await photo("oak.jpg")]);
  open();
  await press("Discard photos");
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Keep them" }));
  expect(await namesKept()).toEqual(["oak.jpg"]);
  await press("Discard photos");
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Discard photos" }));
  await screen.findByText(/^No photos here\./);
  expect(await namesKept()).toEqual([]);
});
