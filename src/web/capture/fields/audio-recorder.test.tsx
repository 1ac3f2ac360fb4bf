import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeWebm } from "../../../../test/make-audio.ts";
import type { Field } from "../../../protocol/field.ts";
import { type Answer, readAnswer } from "../../foundation/answers/answers.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ProtocolField } from "./protocol-field.tsx";

const field: Field = { key: "calls", kind: "audio", label: "Calls" };

/** A microphone that was opened. */
type Microphone = { onended?: () => void; onmute?: () => void; muted?: boolean; stop: () => void };
let microphones: Microphone[];
let recorders: FakeRecorder[];
const getUserMedia = vi.fn<() => Promise<unknown>>();
let answer: Answer | undefined;
/** What the recorder has instead of sound. */
let lastPiece: Buffer | undefined;

const startOfFile = makeWebm({ seconds: 0 });
const second = makeWebm({ seconds: 1 }).subarray(startOfFile.length);

/** The browser's recorder, which jsdom lacks; it has a piece for each second. */
class FakeRecorder {
  static isTypeSupported = (type: string) => type === "audio/webm;codecs=opus";
  state = "inactive";
  mimeType = "audio/webm;codecs=opus";
  ondataavailable = (_: { data: Blob }) => {};
  onstop = () => {};
  #timer: ReturnType<typeof setInterval> | undefined;
  #pieces = 0;

  constructor() {
    recorders.push(this);
  }
  start(sliceMs: number) {
    this.state = "recording";
    this.#timer = setInterval(() => this.requestData(), sliceMs);
  }
  requestData() {
    const piece = this.#pieces++ === 0 ? Buffer.concat([startOfFile, second]) : second;
    this.ondataavailable({ data: new Blob([new Uint8Array(lastPiece ?? piece)]) });
  }
  stop() {
    this.state = "inactive";
    clearInterval(this.#timer);
    this.onstop();
  }
}

beforeEach(() => {
  microphones = [];
  recorders = [];
  answer = undefined;
  lastPiece = undefined;
  getUserMedia.mockReset().mockImplementation(async () => {
    const microphone: Microphone = { stop: vi.fn() };
    microphones.push(microphone);
    return { getTracks: () => [microphone] };
  });
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  URL.createObjectURL ??= () => "blob:";
  URL.revokeObjectURL ??= () => {};
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

function Form({ kept }: { kept?: File }) {
  const [given, setGiven] = useState<Answer | undefined>(kept);
  answer = given;
  return (
    <>
      <ProtocolField field={field} answer={given} onAnswer={(_, next) => setGiven(next)} />
      <LiveRegion />
    </>
  );
}

const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** Its seconds. */
const recorded = () => (answer instanceof File ? (answer.size - startOfFile.length) / second.length : undefined);

async function begin() {
  const shown = render(<Form />);
  // The recorder is fetched with the form.
  await vi.waitFor(() => screen.getByRole("button", { name: /^Record$/ }), 20_000);
  vi.useFakeTimers();
  press(/^Record$/);
  await wait(0);
  return shown;
}

it("what is recorded is an unfinished answer at once, again every 5 s, and an answer when it is stopped", async () => {
  await begin();
  await wait(1);
  expect(recorded()).toBe(1);
  expect(readAnswer(field, answer)).toMatchObject({ kind: "fault", fault: { text: "validation.recording" } });
  fireEvent.blur(screen.getByRole("button", { name: /^Stop/ }));
  await wait(4);
  expect(recorded()).toBe(1);
  expect(screen.queryByText("Stop the recording first")).toBeNull();
  await wait(1);
  expect(recorded()).toBe(6);
  await wait(1);
  press(/^Stop/);
  await wait(0);
  expect(recorded()).toBe(7);
  expect(readAnswer(field, answer)).toMatchObject({ kind: "file" });
  expect(microphones[0]?.stop).toHaveBeenCalled();
});

it("a recording that the server would refuse isn't kept when it ends, and can be made again", async () => {
  await begin();
  await wait(5);
  lastPiece = second.subarray(0, 20);
  await wait(1);
  expect(recorded()).toBeDefined();
  press(/^Stop/);
  vi.useRealTimers();
  const words = "The recording is damaged or incomplete. Record it again.";
  await screen.findByText(words, { selector: "p" });
  expect(answer).toBeUndefined();
  expect(screen.queryByRole("button", { name: /Undo|Remove/ })).toBeNull();

  lastPiece = undefined;
  press(/^Record$/);
  await vi.waitFor(() => expect(recorded()).toBe(1), 5_000);
  press(/^Stop/);
  expect(screen.queryByText(words, { selector: "p" })).toBeNull();
  expect(readAnswer(field, answer)).toMatchObject({ kind: "file" });
});

it.each([
  ["nothing", "", /^The recording is damaged or incomplete/],
  ["a format that isn't taken", `RIFF....WAVEfmt ${"x".repeat(30)}`, /^This browser can't record/],
])("a recorder that gives %s says so", async (_, bytes, words) => {
  await begin();
  lastPiece = Buffer.from(bytes);
  await wait(1);
  press(/^Stop/);
  vi.useRealTimers();
  await screen.findByText(words, { selector: "p" });
  expect(answer).toBeUndefined();
});

it("what a page that was killed has recorded is kept if it is whole", async () => {
  const type = "audio/webm";
  const whole = new File([new Uint8Array(makeWebm())], "recording.webm", { type });
  const { unmount } = render(<Form kept={whole} />);
  await screen.findByRole("button", { name: "Record again" }, { timeout: 20_000 });
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(answer).toBe(whole);
  unmount();
  render(<Form kept={new File([whole.slice(0, -7)], "recording.webm", { type })} />);
  await screen.findByText("The recording is damaged or incomplete. Record it again.", { selector: "p" });
  expect(answer).toBeUndefined();
});

it("a recording ends after five minutes, and when the microphone is taken away", async () => {
  await begin();
  await wait(299);
  expect(screen.getByRole("button", { name: /^Stop/ })).toBeTruthy();
  await wait(1);
  expect(recorded()).toBe(300);
  press(/^Record again/);
  await wait(3);
  act(() => microphones[1]?.onended?.());
  expect(recorded()).toBe(3);
  expect(screen.getByRole("button", { name: /^Record again/ })).toBeTruthy();
});

it("[DATA-17] a call that mutes the microphone ends the recording, which says so and is kept; a short pause doesn't", async () => {
  await begin();
  await wait(3);
  const mute = (muted: boolean) => {
    Object.assign(microphones[0] as Microphone, { muted });
    act(() => microphones[0]?.onmute?.());
  };
  mute(true);
  Object.assign(microphones[0] as Microphone, { muted: false });
  await wait(2);
  expect(screen.getByRole("button", { name: /^Stop/ })).toBeTruthy();
  mute(true);
  await wait(1);
  expect(recorded()).toBe(6);
  expect(screen.getAllByText(/^The phone took the microphone away/).length).toBeGreaterThan(0);
  expect(readAnswer(field, answer).kind).toBe("file");
});

it("the screen stays on while it records, because phones take the microphone when it goes off", async () => {
  const release = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release }));
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  await begin();
  await wait(1);
  expect([request.mock.calls.length, release.mock.calls.length]).toEqual([1, 0]);
  press(/^Stop/);
  await wait(1);
  expect([request.mock.calls.length, release.mock.calls.length]).toEqual([1, 1]);
  Reflect.deleteProperty(navigator, "wakeLock");
});

it("what was recorded is kept when the page is hidden", async () => {
  await begin();
  await wait(3);
  expect(recorded()).toBe(1);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(recorded()).toBe(4);
});

it.each([
  ["NotAllowedError", /The microphone can't be used/],
  ["NotFoundError", /This device has no microphone/],
])("says what to do after %s, and can be tried again", async (name, words) => {
  getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
  await begin();
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  press(/^Record$/);
  await wait(1);
  expect(recorded()).toBe(1);
  expect(screen.queryByText(words, { selector: "p" })).toBeNull();
});

it("a microphone is opened once, and released if the form closes while the browser asks for it", async () => {
  let allow = () => {};
  const open = getUserMedia.getMockImplementation();
  getUserMedia.mockImplementation(
    () =>
      new Promise((resolve) => {
        allow = () => resolve(open?.());
      }),
  );
  const { unmount } = await begin();
  press(/^Record$/);
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  unmount();
  allow();
  await wait(2);
  expect(microphones[0]?.stop).toHaveBeenCalled();
  expect(answer).toBeUndefined();
});

it("a microphone is released if nothing can record it", async () => {
  vi.stubGlobal(
    "MediaRecorder",
    class {
      static isTypeSupported = () => false;
      constructor() {
        throw new DOMException("no", "NotSupportedError");
      }
    },
  );
  await begin();
  expect(microphones[0]?.stop).toHaveBeenCalled();
});
