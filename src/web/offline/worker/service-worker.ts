import { cacheNames } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { PrecacheController, PrecacheRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";
import { answerShare } from "../../capture/gallery/answer-share.ts";
import { pictureCache } from "../../foundation/media/media-addresses.ts";
import { paths } from "../../foundation/paths.ts";
import { textCache } from "../../foundation/texts/area-texts.ts";
import { outboxTag } from "../../outbox/background-sync.ts";
import { sendOutbox } from "./send-outbox.ts";

/**
 * Caches the app's own files, keeps photos shared from the gallery, and sends the outbox while no page does. It answers
 * no requests for photos, the hosted pages or the API but for pictures and sounds of questions, which
 * `media/keep-media.ts` keeps; `api/kept-answers.ts` stores answers by account.
 */
declare const self: ServiceWorkerGlobalScope & typeof globalThis;

/** The server's paths, as in `vite.config.ts`, and all files. */
const notTheApp = [
  // The server keeps the choice, and leads to the address without it.
  /[?&]language=/,
  /^\/quests\/\d+\/results\/embed(\/|\?|$)/,
  /^\/(api|oauth2|signin|account|logout|ogc|\.well-known)(\/|\?|$)/,
  /^[^?]*\.[a-z0-9]{1,12}(\?|$)/i,
];
const shell = "/index.html";
const policy = "content-security-policy";

const replacedPrefix = "cairn-replaced-";
const replacedAreKeptMs = 14 * 24 * 60 * 60 * 1000;

const precached = new PrecacheController();
precached.addToCacheList(self.__WB_MANIFEST);

self.addEventListener("install", (event) => void precached.install(event));

self.addEventListener("activate", (event) => {
  const takeOver = async () => {
    await keepReplaced();
    await precached.activate(event);
    await self.clients.claim();
  };
  event.waitUntil(takeOver());
});

// A new version waits until the user confirms.
self.addEventListener("message", (event) => {
  if ((event.data as { type?: unknown } | null)?.type === "SKIP_WAITING") void self.skipWaiting();
});

/** https://wicg.github.io/background-sync/spec/ */
type SyncEvent = ExtendableEvent & { tag: string };

self.addEventListener("sync", (given) => {
  const event = given as SyncEvent;
  if (event.tag === outboxTag) event.waitUntil(sendOutbox());
});

/** `server/notices/send-push.ts` writes it. */
type Notice = { title: string; body: string; path: string; tag: string };

// Browsers end the subscription of a worker that shows nothing.
self.addEventListener("push", (event) => {
  const { title, ...notice } = readNotice(event.data);
  event.waitUntil(self.registration.showNotification(title, notice));
});

function readNotice(data: PushMessageData | null) {
  let given: Partial<Notice> = {};
  try {
    given = (data?.json() as Partial<Notice> | null) ?? {};
  } catch {
    // Not ours; the app says what is new.
  }
  const { title = "Cairn", body = "", path = "/news", tag = "news" } = given;
  return { title, body, tag, data: { path }, icon: "/icons/icon-192.png", badge: "/icons/icon-monochrome-512.png" };
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path = "/news" } = (event.notification.data as { path?: string } | null) ?? {};
  event.waitUntil(openPage(new URL(path, self.location.origin)));
});

/** In a window of the app, if there is one. */
async function openPage(address: URL): Promise<void> {
  const url = address.origin === self.location.origin ? address.href : self.location.origin;
  const [open] = await self.clients.matchAll({ type: "window" });
  // A form that is being filled in must not be left.
  if (open && new URL(open.url).pathname.startsWith(address.pathname)) await open.focus();
  else await self.clients.openWindow(url);
}

registerRoute(new PrecacheRoute(precached, { directoryIndex: "", cleanURLs: false }));

/** The server has the account page. If it does not respond, the app's offline page is shown. */
registerRoute(
  new NavigationRoute(
    async ({ request, url }) =>
      fetch(request).catch(() => Response.redirect(`/offline?${new URLSearchParams({ page: url.pathname })}`)),
    { allowlist: [/^\/account(\/|\?|$)/] },
  ),
);

registerRoute(
  new NavigationRoute(
    async ({ event, request }) => {
      const key = precached.getCacheKeyForURL(shell);
      const cached = key && (await caches.match(key));
      if (!key || !cached) return fetch(request);
      event.waitUntil(renewPolicy(key));
      return cached;
    },
    { denylist: notTheApp },
  ),
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === paths.share,
  ({ request }) => answerShare(request),
  "POST",
);

const usedAssets = new CacheFirst({
  cacheName: "cairn-used-assets",
  plugins: [new ExpirationPlugin({ maxEntries: 200, purgeOnQuotaError: true })],
});

// File names have a hash, so a cached file is always the right one.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async (options) => {
    const kept = await caches.match(options.request, { ignoreVary: true });
    return kept ?? usedAssets.handle(options);
  },
);

/** Texts of the chosen language. Offline, an older version is better than English. */
registerRoute(
  ({ url }) => /\/texts\/[\w-]+\/[\w.]+$/.test(url.pathname),
  async ({ request }) => {
    const kept = { cacheName: textCache, ignoreVary: true };
    const newest = await caches.match(request, kept);
    if (newest) return newest;
    try {
      return await fetch(request);
    } catch (error) {
      const older = await caches.match(request, { ...kept, ignoreSearch: true });
      if (older) return older;
      throw error;
    }
  },
);

registerRoute(
  ({ url }) => /^\/api\/(pictures|sounds)\//.test(url.pathname),
  async ({ request }) => (await caches.match(request, { cacheName: pictureCache, ignoreVary: true })) ?? fetch(request),
);

/** Keeps scripts of the old version, which open tabs may still request. */
async function keepReplaced(): Promise<void> {
  const precache = await caches.open(cacheNames.precache);
  const current = new Set(precached.getURLsToCacheKeys().values());
  const replaced = (await precache.keys()).filter(({ url }) => !current.has(url) && url.includes("/assets/"));
  if (replaced.length > 0) {
    const kept = await caches.open(`${replacedPrefix}${Date.now()}`);
    for (const request of replaced) {
      const response = await precache.match(request);
      if (response) await kept.put(request, response);
    }
  }
  const isOver = (name: string) =>
    name.startsWith(replacedPrefix) && Number(name.slice(replacedPrefix.length)) < Date.now() - replacedAreKeptMs;
  for (const name of await caches.keys()) if (isOver(name)) await caches.delete(name);
}

/** The content security policy follows the server's settings, which may change at any time. */
async function renewPolicy(key: string): Promise<void> {
  try {
    const fresh = await fetch(shell, { cache: "no-cache" });
    const newest = fresh.ok ? fresh.headers.get(policy) : null;
    const cache = await caches.open(cacheNames.precache);
    const cached = await cache.match(key);
    if (!newest || !cached || cached.headers.get(policy) === newest) return;
    const headers = new Headers(cached.headers);
    headers.set(policy, newest);
    await cache.put(key, new Response(await cached.blob(), { headers }));
  } catch {
    // Offline.
  }
}
