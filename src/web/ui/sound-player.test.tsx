import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SoundPlayer } from "./sound-player.tsx";

const fetched = vi.fn<typeof fetch>();
const play = vi.fn<() => Promise<void>>();
const pause = vi.fn<() => void>();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response("song"));
  play.mockReset().mockImplementation(async function (this: HTMLAudioElement) {
    fireEvent.playing(this);
  });
  pause.mockReset().mockImplementation(function (this: HTMLAudioElement) {
    fireEvent.pause(this);
  });
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(play);
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(pause);
});
afterEach(() => vi.restoreAllMocks());

const draw = (words: string) => render(<SoundPlayer address={`/api/sounds/${words}`} words={words} seconds={65} />);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("plays and pauses, and fetches the sound once", async () => {
  draw("tern");
  press("Play: tern");
  await screen.findByRole("button", { name: "Pause: tern" });
  press("Pause: tern");
  press("Play: tern");
  await screen.findByRole("button", { name: "Pause: tern" });
  expect(fetched.mock.calls).toEqual([["/api/sounds/tern"]]);
});

it("stops when another one is played", async () => {
  draw("tern");
  draw("gull");
  press("Play: tern");
  await screen.findByRole("button", { name: "Pause: tern" });
  press("Play: gull");
  await screen.findByRole("button", { name: "Pause: gull" });
  expect(screen.getByRole("button", { name: "Play: tern" })).toBeDefined();
});

it("says that it can't be played, and can be tried again", async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 404 }));
  draw("tern");
  press("Play: tern");
  expect((await screen.findByRole("status")).textContent).toBe("This sound can't be played right now.");
  press("Play: tern");
  await screen.findByRole("button", { name: "Pause: tern" });
  expect(screen.queryByRole("status")).toBeNull();
});
