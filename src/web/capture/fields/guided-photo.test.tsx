import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Field } from "../../../protocol/field.ts";
import type { Answer } from "../../foundation/answers/answers.ts";
import { PhotoRemarks } from "./photo-remarks.ts";
import { ProtocolField } from "./protocol-field.tsx";

let answer: Answer | undefined;
const track = { stop: vi.fn() };
const getUserMedia = vi.fn();
const takePhoto = vi.fn();

/** A browser that can take a whole photo. */
function standInCamera() {
  vi.stubGlobal(
    "ImageCapture",
    class {
      getPhotoCapabilities = async () => ({ imageWidth: { max: 4032 }, imageHeight: { max: 3024 } });
      takePhoto = takePhoto;
    },
  );
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
}

beforeEach(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  HTMLMediaElement.prototype.play = async () => undefined;
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = () => undefined;
  vi.unstubAllGlobals();
  track.stop.mockReset();
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [track], getVideoTracks: () => [track] });
  takePhoto.mockReset().mockResolvedValue(new Blob(["jpeg"], { type: "image/jpeg" }));
  answer = undefined;
});

const picture = { id: "1b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a01", alt: "A leaf", width: 640, height: 480 };
const leaf: Field = { key: "leaf", kind: "photo", label: "Leaf" };

function Form({ field }: { field: Field }) {
  const [given, setGiven] = useState<Answer>();
  answer = given;
  return <ProtocolField field={field} answer={given} onAnswer={(_, next) => setGiven(next)} />;
}
const photo = (name: string) => new File([name], `${name}.jpg`, { type: "image/jpeg" });
const choose = (name: string) => fireEvent.change(screen.getByLabelText(/^Leaf/), { target: { files: [photo(name)] } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const openOutline = async () => {
  render(<Form field={{ ...leaf, picture, outline: true }} />);
  fireEvent.click(await screen.findByRole("button", { name: "Take it with the outline" }));
  await screen.findByRole("dialog", { name: "Camera with the outline" });
};

it("asks for a scale before the photo, and once for each whether it has one", async () => {
  render(<Form field={{ ...leaf, scale: true }} />);
  expect(await screen.findByText(/^The photo needs a scale:/)).toBeTruthy();
  expect(screen.queryByText("Is the scale in the photo?")).toBeNull();
  choose("first");
  expect(screen.getByRole("group", { name: "Is the scale in the photo?" })).toBeTruthy();
  const opened = vi.spyOn(screen.getByLabelText<HTMLInputElement>(/^Leaf/), "click");
  press("Retake the photo");
  expect(opened).toHaveBeenCalledTimes(1);
  press("Yes");
  expect(screen.queryByText("Is the scale in the photo?")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Leaf/));
  choose("second");
  expect(screen.getByText("Is the scale in the photo?")).toBeTruthy();
  expect(answer).toMatchObject({ name: "second.jpg" });
});

it("holds the picture over the camera, and takes a photo in full size, of now", async () => {
  standInCamera();
  await openOutline();
  expect(document.querySelector("dialog img")?.getAttribute("src")).toBe(`/api/pictures/${picture.id}`);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Take the photo" }).disabled).toBe(false),
  );
  const before = Date.now();
  press("Take the photo");
  await waitFor(() => expect(answer).toMatchObject({ type: "image/jpeg", size: 4 }));
  expect(takePhoto).toHaveBeenCalledExactlyOnceWith({ imageWidth: 4032, imageHeight: 3024 });
  expect((answer as File).lastModified).toBeGreaterThanOrEqual(before);
  await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("switches a camera off that opens after the volunteer has left", async () => {
  standInCamera();
  let open: (stream: object) => void = () => undefined;
  getUserMedia.mockReturnValueOnce(
    new Promise((resolve) => {
      open = resolve;
    }),
  );
  await openOutline();
  fireEvent.click(screen.getByText("Close"));
  open({ getTracks: () => [track] });
  await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(1));
});

it("offers no outline for a picture that is none, and asks for a scale beside other remarks", async () => {
  standInCamera();
  render(
    <PhotoRemarks value={() => "Is it blurred?"}>
      <Form field={{ ...leaf, picture, scale: true }} />
    </PhotoRemarks>,
  );
  expect(await screen.findByText(/^The photo needs a scale:/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take it with the outline" })).toBeNull();
  choose("first");
  expect(screen.getByText("Is it blurred?")).toBeTruthy();
  expect(screen.getByText("Is the scale in the photo?")).toBeTruthy();
});

it("says so if there is no camera or no photo, and leaves the plain way", async () => {
  standInCamera();
  getUserMedia.mockRejectedValueOnce(new DOMException("no", "NotAllowedError"));
  await openOutline();
  expect(await screen.findByText(/^The camera can't be used here\./)).toBeTruthy();
  fireEvent.click(screen.getByText("Close"));
  expect(screen.queryByRole("dialog")).toBeNull();
  press("Take it with the outline");
  takePhoto.mockRejectedValueOnce(new DOMException("no", "UnknownError"));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Take the photo" }).disabled).toBe(false),
  );
  press("Take the photo");
  expect(await screen.findByText(/^The photo wasn't taken\./)).toBeTruthy();
  press("Take the photo");
  await waitFor(() => expect(answer).toMatchObject({ type: "image/jpeg" }));
});

it("offers no outline where the browser only has smaller pictures of a video", async () => {
  Object.defineProperty(navigator, "mediaDevices", { configurable: true, value: { getUserMedia } });
  render(<Form field={{ ...leaf, picture, outline: true, scale: true }} />);
  expect(await screen.findByText(/^The photo needs a scale:/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Take it with the outline" })).toBeNull();
  choose("plain");
  expect(answer).toMatchObject({ name: "plain.jpg" });
});
