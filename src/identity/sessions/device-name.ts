import Bowser from "bowser";

/** A name that people recognise, such as `Firefox on Android`. */
export function deviceName(userAgent: string): string {
  if (userAgent === "") return "Unknown device";
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, 500));
  const browserName = browser.name?.replace(/^Microsoft | for Android$/g, "");
  // People know an iPhone by its name; the maker's name of the system tells them less.
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name;
  if (!browserName && !system) return "Unknown device";
  return [browserName || "Browser", system && `on ${system}`].filter(Boolean).join(" ");
}
