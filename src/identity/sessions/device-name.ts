import Bowser from "bowser";
import type { Texts } from "../../texts/texts-of.ts";

const unknownDevice = "Unknown device";
const unknownBrowser = "Browser";
const onSystem = " on ";

/** The stored name, in English: `Firefox on Android`. `describeDevice` translates it. */
export function deviceName(userAgent: string): string {
  if (userAgent === "") return unknownDevice;
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const browserName = browser.name?.replace(/^Microsoft | for Android$/g, "");
  // People know "iPhone" better than the system's name.
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name;
  if (!browserName && !system) return unknownDevice;
  return [browserName || unknownBrowser, system].filter(Boolean).join(onSystem);
}

export function describeDevice(name: string, { t }: Texts): string {
  if (name === unknownDevice) return t("identity.devices.name.unknown");
  const [browser = "", system] = name.split(onSystem);
  if (system === undefined) return name;
  if (browser === unknownBrowser) return t("identity.devices.name.unknownBrowser", { system });
  return t("identity.devices.name", { browser, system });
}
