type Told = Navigator & { standalone?: boolean };

/** iPads say that they are Macs, which have no screen to touch. */
export const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Opened from the home screen or the dock. */
export const isInstalled = (): boolean =>
  (navigator as Told).standalone === true || Boolean(window.matchMedia?.("(display-mode: standalone)").matches);

/** Names of apps that show pages by themselves; and Android's view for them. */
const otherApps =
  /FBAN|FBAV|Instagram|Line\/|Twitter|Snapchat|LinkedInApp|MicroMessenger|TikTok|musical_ly|GSA\/|; wv\)/;

/** A page inside another app, which keeps nothing for long. On iPhones, only browsers say that they are like Safari. */
export const isInOtherApp = (): boolean =>
  !isInstalled() && (otherApps.test(navigator.userAgent) || (isApplePhone() && !/Safari\//.test(navigator.userAgent)));

/** Where nothing offers to install Cairn, and Safari deletes what it keeps: every browser of an iPhone, and Safari on Macs. */
export function findWayToInstall(): "share" | "dock" | undefined {
  if (isInstalled() || isInOtherApp()) return undefined;
  if (isApplePhone()) return "share";
  const { userAgent } = navigator;
  return /Macintosh/.test(userAgent) && /Version\/[\d.]+ Safari\//.test(userAgent) ? "dock" : undefined;
}
