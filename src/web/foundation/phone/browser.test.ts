import { afterEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import { findWayToInstall, isInOtherApp } from "./browser.ts";

const kit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${kit}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${kit}`;
const chromium = "AppleWebKit/537.36 (KHTML, like Gecko)";

function carry(userAgent: string, { standalone = false, maxTouchPoints = 0 } = {}) {
  standInNavigator({ userAgent, standalone, maxTouchPoints });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
}
afterEach(() => vi.unstubAllGlobals());

it.each([
  ["Safari of an iPhone", `${phone} Version/18.5 Mobile/15E148 Safari/604.1`, {}, "share", false],
  ["Chrome of an iPhone", `${phone} CriOS/137.0 Mobile/15E148 Safari/604.1`, {}, "share", false],
  ["an iPad", `${mac} Version/18.5 Safari/605.1.15`, { maxTouchPoints: 5 }, "share", false],
  ["Safari of a Mac", `${mac} Version/18.5 Safari/605.1.15`, {}, "dock", false],
  ["Chrome of a Mac", `Mozilla/5.0 (Macintosh) ${chromium} Chrome/137.0 Safari/537.36`, {}, undefined, false],
  ["Chrome of Android", `Mozilla/5.0 (Linux; Android 15) ${chromium} Chrome/137.0 Safari/537.36`, {}, undefined, false],
  ["WebKit on a desk", `Mozilla/5.0 (X11; Linux x86_64) ${kit} Version/18.5 Safari/605.1.15`, {}, undefined, false],
  ["the app on an iPhone's home screen", `${phone} Mobile/15E148`, { standalone: true }, undefined, false],
  ["another app of an iPhone", `${phone} Mobile/15E148`, {}, undefined, true],
  ["Instagram", `${phone} Mobile/15E148 Instagram 300.0 Safari/604.1`, {}, undefined, true],
  ["another app of Android", `Mozilla/5.0 (Linux; Android 15; wv) ${chromium} Safari/537.36`, {}, undefined, true],
])("%s", (_, userAgent, how, way, isOther) => {
  carry(userAgent, how);
  expect([findWayToInstall(), isInOtherApp()]).toEqual([way, isOther]);
});

it("an app of its own needs no way to install it, whichever way the browser says so", () => {
  carry(`${phone} Version/18.5 Mobile/15E148 Safari/604.1`);
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(display-mode: standalone)" }));
  expect(findWayToInstall()).toBeUndefined();
});
