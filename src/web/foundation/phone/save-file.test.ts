import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import { saveFile } from "./save-file.ts";

const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";
const click = vi.fn();
const file = new Blob(["bytes"], { type: "application/zip" });
URL.createObjectURL ??= () => "blob:";
URL.revokeObjectURL ??= () => {};

function carry(share: () => Promise<void>, standalone: boolean) {
  const given = { userAgent, standalone, canShare: () => true, share: vi.fn(share) };
  standInNavigator(given);
  return given.share;
}
beforeEach(() => {
  click.mockReset();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(click);
});
afterEach(() => vi.unstubAllGlobals());

it("an iPhone's app on the home screen shares a file, because it would show one without a way back", async () => {
  const share = carry(async () => {}, true);
  saveFile(file, "cairn.zip");
  const [[shared]] = share.mock.calls as unknown as [[{ files: File[] }]];
  expect([shared.files[0]?.name, click.mock.calls.length]).toEqual(["cairn.zip", 0]);
});

it("downloads it in a browser, and where nothing was pressed in time, but not if the person closes the sheet", async () => {
  expect(carry(async () => {}, false)).not.toHaveBeenCalled();
  saveFile(file, "cairn.zip");
  expect(click).toHaveBeenCalledTimes(1);
  for (const [name, clicks] of [
    ["NotAllowedError", 2],
    ["AbortError", 2],
  ] as const) {
    carry(() => Promise.reject(new DOMException("no", name)), true);
    saveFile(file, "cairn.zip");
    // The sheet's answer is heard.
    await new Promise((resolve) => setTimeout(resolve));
    expect(click).toHaveBeenCalledTimes(clicks);
  }
});
