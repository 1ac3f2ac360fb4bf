import type { CompiledTexts } from "../../../texts/compile-texts.ts";
import { knownLanguage } from "../../../texts/languages.ts";
import { switchLanguage } from "./area-texts.ts";
import { textCache } from "./text-cache.ts";

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
