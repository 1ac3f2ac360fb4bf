import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import { PositionSettings } from "./position-settings.tsx";

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["iPhone", 4_000, /^Your phone gives only a rough position, of .*4.*“Precise Location”.*Safari Websites/],
  ["iPhone", undefined, /^ ?On iPhones and iPads, open Settings/],
  ["Android 15", undefined, /^ ?On Android, open Settings/],
  ["X11; Linux x86_64", undefined, /^\s*$/],
])("[DATA-17] %s, accurate to %s m, says where it is set", (device, accuracyMeters, words) => {
  standInNavigator({ userAgent: `Mozilla/5.0 (${device})` });
  expect(render(<PositionSettings accuracyMeters={accuracyMeters} />).container.textContent).toMatch(words);
});
