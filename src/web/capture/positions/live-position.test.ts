import { afterEach, expect, it, vi } from "vitest";
import { standInGeolocation } from "../../../../test/field-device.ts";
import { LivePosition } from "./live-position.ts";

function show(isHidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
  document.dispatchEvent(new Event("visibilitychange"));
}
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "geolocation");
});

it("[DATA-17] watches anew when the page is seen again, because iPhones have ended the watch; not while it is hidden", () => {
  const { watchPosition, clearWatch } = standInGeolocation({ latitude: 1, longitude: 2, accuracy: 5 });
  const live = new LivePosition(false, { onFix: () => {}, onChange: () => {} });
  live.open();
  show(false);
  expect(watchPosition).not.toHaveBeenCalled();
  live.watch();
  show(true);
  expect(watchPosition).toHaveBeenCalledTimes(1);
  show(false);
  expect([watchPosition.mock.calls.length, clearWatch.mock.calls.length]).toEqual([2, 1]);
  live.close();
  show(false);
  expect(watchPosition).toHaveBeenCalledTimes(2);
});
