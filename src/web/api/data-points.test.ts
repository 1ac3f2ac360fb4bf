import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeUpload } from "../../../test/field-device.ts";
import { uploadDataPoint } from "./data-points.ts";
import { connectSession } from "./session.ts";

const upload = {
  id: "0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01",
  tree_width: 187.5,
  protocol_version: 0,
  latitude: 21.9712,
  longitude: -159.3701,
  position_source: "device" as const,
};
const photo = new File(["bytes of a picture"], "bark.jpg", { type: "image/jpeg" });
const send = () => uploadDataPoint({ username: "alice", questId: 7 }, upload, { photo, photos: new Map() });
const untilSent = (count: number) => vi.waitFor(() => expect(FakeUpload.sent).toHaveLength(count), 10_000);

let disconnect: () => void;
beforeEach(() => {
  FakeUpload.sent = [];
  vi.stubGlobal("XMLHttpRequest", FakeUpload);
  vi.spyOn(console, "error").mockImplementation(() => {});
  disconnect = connectSession({
    getAccessToken: async () => "old",
    renewAccessToken: async () => "new",
  });
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("an upload", () => {
  it("[ROLE-05] carries the token, and once more with a renewed one where that was refused", async () => {
    const sending = send().catch((error: unknown) => error);
    await untilSent(1);
    FakeUpload.sent[0]?.answer(401, { code: "token_expired", detail: "Expired." });
    await untilSent(2);
    expect(FakeUpload.sent.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer old", "Bearer new"]);
    expect(FakeUpload.sent[1]?.form.get("id")).toBe(upload.id);
    FakeUpload.sent[1]?.answer(409, { code: "quest_completed", detail: "The quest is completed." });
    expect(await sending).toMatchObject({ status: 409, detail: "The quest is completed." });
  });

  it("is given up when the connection has carried nothing for a minute, not while it carries", async () => {
    const failed = vi.fn<(error: unknown) => void>();
    void send().catch(failed);
    await untilSent(1);
    vi.useFakeTimers();
    FakeUpload.sent[0]?.progress(0.1);
    await vi.advanceTimersByTimeAsync(50_000);
    FakeUpload.sent[0]?.progress(0.2);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failed).toHaveBeenCalledWith(new Error("Network Error"));
  });
});
