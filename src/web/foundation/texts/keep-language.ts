import type { CompiledTexts } from "../../../texts/compile-texts.ts";
import { english, knownLanguage, languageCookie, type OfferedLanguage } from "../../../texts/languages.ts";
import { currentLanguage, rememberLanguage, switchLanguage, textCache, textsAddress } from "./area-texts.ts";

type TextsByArea = Record<string, CompiledTexts>;

/**
 * Stores the choice and switches the app once all texts are on the device.
 * @throws Error if they can't be fetched: the app stays as it is
 */
export async function changeLanguage({ code, version }: OfferedLanguage): Promise<void> {
  const texts = code === english.code ? {} : await fetchTexts(code, version);
  if (code === english.code) await forgetTexts().catch(console.error);
  const isEncrypted = location.protocol === "https:";
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox have no other API.
  document.cookie = `${languageCookie}=${code}; path=/; max-age=31536000; samesite=lax${isEncrypted ? "; secure" : ""}`;
  switchLanguage(knownLanguage(code), version, texts);
}

/** Keeps all texts of the current language on the device, and renews them for the next start. English needs none. */
export async function keepCurrentLanguage(offered: readonly OfferedLanguage[]): Promise<void> {
  const { code } = currentLanguage();
  const newest = offered.find((language) => language.code === code);
  if (code === english.code) return void (await forgetTexts());
  if (!newest || (await isKept(code, newest.version))) return;
  await fetchTexts(code, newest.version);
  rememberLanguage(code, newest.version);
}

async function isKept(code: string, version: string): Promise<boolean> {
  return (await openCache().then((cache) => cache?.match(textsAddress(code, version, "app")))) !== undefined;
}

async function fetchTexts(code: string, version: string): Promise<TextsByArea> {
  const answer = await fetch(textsAddress(code, version));
  if (!answer.ok) throw new Error(`The texts of ${code} are missing: ${answer.status}`);
  const texts = (await answer.json()) as TextsByArea;
  // A full device shows the language all the same.
  await keep(code, version, texts).catch(console.error);
  return texts;
}

/** Other languages and versions go. */
async function keep(code: string, version: string, texts: TextsByArea): Promise<void> {
  const cache = await openCache();
  if (!cache) return;
  const former = await cache.keys();
  const { app, ...others } = texts;
  // One by one, or a slow phone would stop for a moment. `isKept` looks for the last one.
  for (const [area, ofArea] of Object.entries({ ...others, ...(app && { app }) }))
    await cache.put(textsAddress(code, version, area), new Response(JSON.stringify(ofArea)));
  const kept = new Set(
    Object.keys(texts).map((area) => new URL(textsAddress(code, version, area), location.href).href),
  );
  for (const request of former) if (!kept.has(request.url)) await cache.delete(request);
}

const forgetTexts = async () => "caches" in globalThis && caches.delete(textCache);

/** Pages without encryption have no caches. */
const openCache = async () => ("caches" in globalThis ? caches.open(textCache) : undefined);

/**
 * Lets the service worker store what it says of the outbox in the language that the app keeps; otherwise in English.
 */
export async function speakKeptLanguage(): Promise<void> {
  const cache = await caches.open(textCache);
  const kept = (await cache.keys()).find(({ url }) => new URL(url).pathname.endsWith("/outbox"));
  const texts = kept && (await cache.match(kept));
  if (!kept || !texts) return;
  const { pathname, searchParams } = new URL(kept.url);
  const code = pathname.split("/").at(-2) ?? "";
  const outbox = (await texts.json()) as CompiledTexts;
  switchLanguage(knownLanguage(code), searchParams.get("version") ?? "", { outbox });
}
