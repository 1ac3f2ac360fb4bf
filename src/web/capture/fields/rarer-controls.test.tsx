import { fireEvent, render, screen, within } from "@testing-library/react";
import qrcode from "qrcode";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import { makePdf } from "../../../../test/make-pdf.ts";
import type { Field } from "../../../protocol/field.ts";
import { type Answer, readAnswer } from "../../foundation/answers/answers.ts";
import { markRefused } from "../../foundation/answers/file-kinds.ts";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { decodePixels } from "./decode-pixels.ts";
import { ProtocolField } from "./protocol-field.tsx";

let answer: Answer | undefined;
beforeEach(() => {
  // jsdom has none.
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false;
  };
  vi.unstubAllGlobals();
  answer = undefined;
});

function Form({ field, restored }: { field: Field; restored?: Answer }) {
  const [given, setGiven] = useState(restored);
  answer = given;
  return (
    <>
      <ProtocolField field={field} answer={given} onAnswer={(_, next) => setGiven(next)} />
      <LiveRegion />
    </>
  );
}

it("a PDF is named with its size, removed and brought back", async () => {
  const field: Field = { key: "report", kind: "file", label: "Report" };
  const choose = await chooserOf(field);
  choose(makePdf(3_000), "lab.pdf", "");
  await vi.waitFor(() => expect(answer).toMatchObject({ name: "lab.pdf", type: "application/pdf" }));
  expect(readAnswer(field, answer)).toEqual({ kind: "file", file: answer });
  expect(screen.getByText("lab.pdf").parentElement?.textContent).toBe("lab.pdf3 kB");

  press("Remove lab.pdf");
  expect(answer).toBeUndefined();
  expect(screen.getByTestId("live-region").textContent).toBe("lab.pdf was removed");
  press("Undo");
  expect(answer).toMatchObject({ name: "lab.pdf" });
  const large = new File([new Uint8Array(10_000_001)], "large.pdf", { type: "application/pdf" });
  expect(readAnswer(field, large)).toMatchObject({
    fault: { text: "validation.fileTooLarge", values: { megabytes: "10" } },
  });
});

it("[VALID-16] a file that is no PDF, or lacks its end, isn't taken, and the form says why until another is chosen", async () => {
  const field: Field = { key: "report", kind: "file", label: "Report" };
  const choose = await chooserOf(field);
  const whole = makePdf(3_000);
  choose(Buffer.from("Not a PDF."), "list.pdf", "application/pdf");
  const notPdf = "“list.pdf” isn't a PDF. Choose a PDF.";
  expect((await screen.findByText(notPdf, { selector: "p" })).className).toBe("danger fault");
  expect(screen.getByTestId("live-region").textContent).toBe(notPdf);
  choose(whole.subarray(0, 2_000), "scan.pdf", "application/pdf");
  await screen.findByText("“scan.pdf” is damaged or incomplete. Download or scan it again, then choose it here.", {
    selector: "p",
  });
  expect(screen.queryByText(notPdf, { selector: "p" })).toBeNull();
  expect(answer).toBeUndefined();

  choose(whole, "scan.pdf", "application/pdf");
  await vi.waitFor(() => expect(answer).toMatchObject({ size: 3_000 }));
  expect(screen.queryByText(/damaged/, { selector: "p" })).toBeNull();
  choose(whole.subarray(0, 1_000), "other.pdf", "application/pdf");
  await screen.findByText(/“other.pdf” is damaged/, { selector: "p" });
  expect(answer).toMatchObject({ name: "scan.pdf" });
  expect(readAnswer(field, answer)).toMatchObject({ kind: "file" });
});

it("[VALID-16] a PDF of a restored draft that lacks its end stays, and the form says why another one is needed", async () => {
  const bytes = new Uint8Array(makePdf(3_000).subarray(0, 2_000));
  const restored = new File([bytes], "scan.pdf", { type: "application/pdf" });
  markRefused(restored);
  render(<Form field={{ key: "report", kind: "file", label: "Report" }} restored={restored} />);
  await screen.findByText(/“scan.pdf” is damaged or incomplete/, { selector: "p" });
  expect(answer).toBe(restored);
});

async function chooserOf(field: Field) {
  render(<Form field={field} />);
  const input = await screen.findByLabelText(/^Report/);
  return (bytes: Buffer, name: string, type: string) =>
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name, { type })] } });
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("options are ranked one by one, moved by button or arrow key, and taken out", async () => {
  const options = ["Ash", "Beech", "Oak"].map((label) => ({ value: label.toLowerCase(), label }));
  const field: Field = { key: "trees", kind: "rank", label: "Trees", options };
  render(<Form field={field} />);
  const group = await screen.findByRole("group", { name: /^Trees/ });

  press("Add “Oak” at place 1");
  expect(answer).toEqual(["oak"]);
  expect(readAnswer(field, answer)).toEqual({ kind: "fault", fault: { text: "validation.rank" } });
  press("Add “Ash” at place 2");
  expect(answer).toEqual(["oak", "ash", "beech"]);
  expect(readAnswer(field, answer)).toEqual({ kind: "value", value: answer });

  press("Move “Ash” up");
  expect(answer).toEqual(["ash", "oak", "beech"]);
  expect(await screen.findByText("Ash: place 1 of 3")).toBeTruthy();
  press("Move “Ash” up");
  fireEvent.keyDown(screen.getByRole("button", { name: "Move “Ash” down" }), { key: "ArrowDown" });
  expect(answer).toEqual(["oak", "ash", "beech"]);
  expect(
    within(group)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["1Oak", "2Ash", "3Beech"]);

  press("Take “Oak” out of the ranking");
  expect(answer).toEqual(["ash", "beech"]);
});

it("a date with a time is typed in the browser's own control, without seconds", () => {
  render(<Form field={{ key: "at", kind: "datetime", label: "At" }} />);
  const input = screen.getByLabelText(/^At/);
  expect(input.getAttribute("type")).toBe("datetime-local");
  fireEvent.change(input, { target: { value: "2026-05-31T14:05:30" } });
  expect(answer).toBe("2026-05-31T14:05-07:00");
});

it("a time that clocks show twice is asked about, and one that they leave out is refused", () => {
  const field: Field = { key: "at", kind: "datetime", label: "At" };
  render(<Form field={field} />);
  const input = screen.getByLabelText(/^At/);
  fireEvent.change(input, { target: { value: "2026-03-08T02:30" } });
  expect(readAnswer(field, answer)).toEqual({ kind: "fault", fault: { text: "validation.clock.never" } });
  expect(screen.queryByRole("radio")).toBeNull();

  fireEvent.change(input, { target: { value: "2026-11-01T01:30" } });
  expect(readAnswer(field, answer)).toEqual({ kind: "fault", fault: { text: "validation.clock.twice" } });
  const choose = (name: string) => fireEvent.click(screen.getByRole("radio", { name }));
  choose("The second time (UTC-08:00)");
  expect(readAnswer(field, answer)).toEqual({ kind: "value", value: "2026-11-01T01:30-08:00" });
  choose("The first time (UTC-07:00)");
  expect(readAnswer(field, answer)).toEqual({ kind: "value", value: "2026-11-01T01:30-07:00" });
  expect(formatMeasurement({ value: "2026-11-01T01:30-07:00", unit: undefined, field })).toBe("Nov 1, 2026, 1:30 AM");
  expect(formatMeasurement({ value: "2026-11-01T01:30+01:00", unit: undefined, field })).toBe(
    "Nov 1, 2026, 1:30 AM (UTC+01:00)",
  );
});

it("a code can be typed where there is no camera, and scanned where there is one", async () => {
  const field: Field = { key: "label", kind: "barcode", label: "Label" };
  const { unmount } = render(<Form field={field} />);
  const input = await screen.findByRole("textbox", { name: /^Label/ });
  expect(screen.queryByRole("button", { name: "Scan" })).toBeNull();
  fireEvent.change(input, { target: { value: "A-17" } });
  expect(answer).toBe("A-17");
  unmount();

  const stop = vi.fn();
  const getUserMedia = vi.fn(async () => ({ getTracks: () => [{ stop }] }));
  standInNavigator({ mediaDevices: { getUserMedia } });
  class BarcodeDetector {
    static getSupportedFormats = vi.fn(async () => ["qr_code"]);
    detect = async () => [{ rawValue: "B-18" }];
  }
  vi.stubGlobal("BarcodeDetector", BarcodeDetector);
  vi.spyOn(HTMLVideoElement.prototype, "videoWidth", "get").mockReturnValue(640);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  render(<Form field={field} />);
  await vi.waitFor(() => expect(BarcodeDetector.getSupportedFormats, "prepared with the form").toHaveBeenCalledOnce());
  fireEvent.click(await screen.findByRole("button", { name: "Scan" }));
  await vi.waitFor(() => expect(answer).toBe("B-18"));
  expect(await screen.findByText("Scanned: B-18")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(stop).toHaveBeenCalledOnce();
});

it("a refused camera is said, and the code can still be typed", async () => {
  const getUserMedia = vi.fn(async () => Promise.reject(new Error("refused")));
  standInNavigator({ mediaDevices: { getUserMedia } });
  vi.stubGlobal("BarcodeDetector", { getSupportedFormats: async () => [] });
  render(<Form field={{ key: "label", kind: "barcode", label: "Label" }} />);
  fireEvent.click(await screen.findByRole("button", { name: "Scan" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The camera can't be used/);
});

it("the fetched decoder reads a QR code in a picture, and nothing in an empty one", () => {
  const { modules } = qrcode.create("Quadrat 7", {});
  const [scale, margin] = [4, 4];
  const width = (modules.size + 2 * margin) * scale;
  const data = new Uint8ClampedArray(4 * width * width).fill(255);
  for (let at = 0; at < width * width; at++) {
    const [column, row] = [at % width, Math.floor(at / width)].map((pixel) => Math.floor(pixel / scale) - margin);
    const isInside = [column, row].every((each) => each !== undefined && each >= 0 && each < modules.size);
    if (isInside && modules.get(row ?? 0, column ?? 0)) data.fill(0, 4 * at, 4 * at + 3);
  }
  expect(decodePixels({ data, width, height: width })).toBe("Quadrat 7");
  expect(
    decodePixels({ data: new Uint8ClampedArray(4 * width * width).fill(255), width, height: width }),
  ).toBeUndefined();
});

it("a counter counts by button, arrow key and typing, and the phone says each press without a look", async () => {
  const vibrate = vi.fn(() => true);
  Object.defineProperty(navigator, "vibrate", { configurable: true, value: vibrate });
  const field: Field = { key: "birds", kind: "integer", label: "Birds", min: 0, counter: true };
  const { rerender } = render(<Form field={field} />);
  press("One more");
  press("One more");
  fireEvent.keyDown(screen.getByRole("spinbutton"), { key: "ArrowDown" });
  expect(answer).toBe("1");
  expect(vibrate).toHaveBeenCalledTimes(3);
  fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "37" } });
  press("One fewer");
  expect(answer).toBe("36");

  rerender(<Form field={{ ...field, counter: undefined }} />);
  press("One more");
  expect(vibrate).toHaveBeenCalledTimes(4);
});
