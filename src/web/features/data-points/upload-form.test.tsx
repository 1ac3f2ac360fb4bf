import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload, standInGeolocation } from "../../../../test/field-device.ts";
import { dataPoint, quest, serve, standInBrowser } from "../../../../test/web-app.tsx";
import type { Protocol } from "../../../protocol/field.ts";
import type { WrittenProtocol } from "../../../protocol/protocol-schema.ts";
import { uploadDraft } from "./upload-draft.ts";
import { UploadForm } from "./upload-form.tsx";
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

beforeEach(() => {
  standInBrowser();
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.spyOn(console, "error").mockImplementation(() => {});
  FakeUpload.sent = [];
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  sessionStorage.clear();
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = (protocol: Protocol = secchi) =>
  render(<UploadForm username="alice" questId={7} protocol={protocol} protocolVersion={2} onUploaded={() => {}} />);
const add = () => userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
const depth = () => screen.getByLabelText<HTMLInputElement>("Secchi depth");
const until = (count: number) => waitFor(() => expect(FakeUpload.sent).toHaveLength(count));
const sentValues = (index = 0) => JSON.parse(String(FakeUpload.sent[index]?.form.get("measurements")));

describe("the form of a quest's own protocol", () => {
  it("sends values by key, the version, and no photo where none is asked for", async () => {
    open();
    await userEvent.type(depth(), "2,5");
    await userEvent.click(screen.getByRole("button", { name: "One more" }));
    await add();
    await until(1);
    expect(sentValues()).toEqual({ depth: 2.5, birds: 1 });
    expect(FakeUpload.sent[0]?.form.get("protocol_version")).toBe("2");
    expect(FakeUpload.sent[0]?.form.has("file")).toBe(false);
    expect(FakeUpload.sent[0]?.form.has("tree_width")).toBe(false);
  });

  it("asks once whether an unexpected value is right, and sends nothing before that is said", async () => {
    open();
    await userEvent.type(depth(), "0.2");
    await add();
    expect(await screen.findByText("Really 0.2 m?")).toBeTruthy();
    expect(screen.getByText(/0.5 m or more is expected/)).toBeTruthy();
    expect(FakeUpload.sent).toHaveLength(0);
    await userEvent.click(screen.getByRole("button", { name: "Yes, it is 0.2 m" }));
    expect(screen.queryByText("Really 0.2 m?")).toBeNull();
    // Another value is another question.
    await userEvent.type(depth(), "{Backspace}3");
    expect(await screen.findByText("Really 0.3 m?")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Yes, it is 0.3 m" }));
    await add();
    await until(1);
    expect(sentValues()).toEqual({ depth: 0.3 });
  });

  it("asks which number is meant where the text can be read as two within the bounds", async () => {
    open({ ...secchi, fields: [{ key: "flow", kind: "number", label: "Flow", unit: "L/s", min: 0, max: 5000 }] });
    await userEvent.type(screen.getByLabelText(/Flow/), "1,234");
    await add();
    expect(FakeUpload.sent).toHaveLength(0);
    await userEvent.click(await screen.findByRole("button", { name: "1.234 L/s" }));
    await add();
    await until(1);
    expect(sentValues()).toEqual({ flow: 1.234 });
  });

  it("does not send the answer of a hidden field, and has it again when the field is shown", async () => {
    open();
    await userEvent.type(depth(), "4");
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    await userEvent.type(screen.getByLabelText("How thick is the ice?"), "12");
    await userEvent.click(screen.getByRole("radio", { name: "No" }));
    expect(screen.queryByLabelText("How thick is the ice?")).toBeNull();
    await add();
    await until(1);
    expect(sentValues()).toEqual({ depth: 4, ice: false });
    await act(async () => FakeUpload.sent[0]?.answer(503, { code: "unavailable", detail: "Busy." }));
    await userEvent.click(screen.getByRole("radio", { name: "Yes" }));
    expect(screen.getByLabelText<HTMLInputElement>("How thick is the ice?").value).toBe("12");
  });

  it("counts by its buttons within the bounds, and an answer that is optional can be taken back", async () => {
    open();
    const birds = screen.getByRole<HTMLInputElement>("spinbutton", { name: /Birds/ });
    await userEvent.click(screen.getByRole("button", { name: "One fewer" }));
    expect(birds.value).toBe("0");
    for (let press = 0; press < 3; press++) await userEvent.click(screen.getByRole("button", { name: "One more" }));
    expect(birds.value).toBe("3");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "One more" }).disabled).toBe(true);
    await userEvent.type(birds, "{ArrowUp}{ArrowUp}{ArrowDown}");
    expect(birds.value).toBe("2");
    await userEvent.click(screen.getByRole("radio", { name: "No" }));
    await userEvent.click(screen.getByRole("button", { name: "Remove the answer" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "No" }).checked).toBe(false);
  });

  it("sends photos of fields under their keys, the file last", async () => {
    open();
    await userEvent.type(depth(), "4");
    const [own, bank] = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')];
    if (!own || !bank) throw new Error("two pickers");
    await userEvent.upload(bank, new File(["the bank"], "bank.jpg", { type: "image/jpeg" }));
    await userEvent.upload(own, new File(["the lake"], "lake.jpg", { type: "image/jpeg" }));
    await add();
    await until(1);
    const names = [...(FakeUpload.sent[0]?.form.keys() ?? [])];
    expect(names.slice(-2)).toEqual(["photo:bank", "file"]);
    expect(uploadDraft("alice", 7).read().photoKeys).toEqual(["bank", "file"]);
  });

  it("shows what the server refuses at its field, until another answer is given", async () => {
    open();
    await userEvent.type(depth(), "4");
    await add();
    await until(1);
    const info = [{ path: "measurements.depth", message: "Enter 0 to 3 m" }];
    await act(async () =>
      FakeUpload.sent[0]?.answer(422, { code: "validation_failed", detail: "measurements.depth: no", info }),
    );
    expect(await screen.findByText("Enter 0 to 3 m")).toBeTruthy();
    expect(depth().getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(depth()));
    await userEvent.type(depth(), "{Backspace}2");
    expect(screen.queryByText("Enter 0 to 3 m")).toBeNull();
  });
});

describe("a quest that gets new questions while a data point is unsent", () => {
  const versionOf = (version: number, label: string): WrittenProtocol => ({
    version,
    fields: [{ key: "depth", kind: "number", label, unit: "m" }],
    photo: { required: false },
  });
  const changed = quest({ quest_type: "WATER", protocol: versionOf(2, "Depth in the shade"), protocol_version: 2 });
  const begin = () => uploadDraft("alice", 7).keepAnswers({ depth: "3" }, 1);
  const openQuest = () => render(<VersionedUploadForm quest={changed} username="alice" onUploaded={() => {}} />);

  it("goes on with the version that it was begun with, and says so", async () => {
    begin();
    serve({ "GET /api/quests/7/protocols/1": versionOf(1, "Depth of the disk") });
    openQuest();
    expect((await screen.findByLabelText<HTMLInputElement>(/Depth of the disk/)).value).toBe("3");
    expect(screen.getByText(/You are answering the ones that you began with/)).toBeTruthy();
    await add();
    await until(1);
    expect(FakeUpload.sent[0]?.form.get("protocol_version")).toBe("1");
    await act(async () => FakeUpload.sent[0]?.answer(201, dataPoint({ additional_data: { depth: 3 } })));
    // The next one is answered under the new version.
    expect(await screen.findByLabelText(/Depth in the shade/)).toBeTruthy();
    expect(screen.queryByText(/You are answering the ones that you began with/)).toBeNull();
  });

  it("takes the new version where its volunteer says so, with the answers that fit", async () => {
    begin();
    serve({ "GET /api/quests/7/protocols/1": versionOf(1, "Depth of the disk") });
    openQuest();
    await userEvent.click(await screen.findByRole("button", { name: "Take the new questions" }));
    expect(screen.getByLabelText<HTMLInputElement>(/Depth in the shade/).value).toBe("3");
    await add();
    await until(1);
    expect(FakeUpload.sent[0]?.form.get("protocol_version")).toBe("2");
  });

  it("has the new version at once where nothing was begun", async () => {
    serve({});
    openQuest();
    expect(await screen.findByLabelText(/Depth in the shade/)).toBeTruthy();
  });
});
