/** Whether data points are sent on Wi-Fi only: a choice of this device, for browsers that can tell. */

type Connection = EventTarget & { type?: string };

const settingName = "cairn.outbox.wifi-only";
const listeners = new Set<() => void>();

const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection;

/** Some browsers say how fast a line is, but not what it is. */
export const canTellWifi = (): boolean => connection()?.type !== undefined;

export function isWifiOnly(): boolean {
  try {
    return localStorage.getItem(settingName) === "1";
  } catch {
    return false;
  }
}

export function setWifiOnly(chosen: boolean): void {
  try {
    if (chosen) localStorage.setItem(settingName, "1");
    else localStorage.removeItem(settingName);
  } catch {
    // A browser that keeps nothing sends on any line.
  }
  tell();
}

/** Kinds of lines that cost by the megabyte; of one that the browser does not know, nothing is assumed. */
const metered = new Set(["cellular", "bluetooth", "wimax"]);

export const mayUseLine = (isWifiOnlyChosen: boolean, lineType: string | undefined): boolean =>
  !isWifiOnlyChosen || lineType === undefined || !metered.has(lineType);

export const mayUseThisLine = (): boolean => mayUseLine(isWifiOnly(), connection()?.type);

function tell(): void {
  for (const listener of listeners) listener();
}

/** Of the setting, in whatever tab, or of the line. Answers with the means to stop. */
export function onLineChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === settingName || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  connection()?.addEventListener("change", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
    connection()?.removeEventListener("change", listener);
  };
}
