import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { messagesOf } from "../../texts/installed-languages.ts";
import type { KeyOf } from "../../texts/keys.ts";
import { english } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { sayLanguage } from "../calls/say-language.ts";

const file = "manifest.webmanifest";

/** What an installed app shows, in the language of the request. The page's link asks for it with the cookie. */
export async function serveManifest(app: FastifyInstance, webRoot: string): Promise<void> {
  const built = await readFile(join(webRoot, file), "utf8");
  app.get(`/${file}`, (request, reply) => {
    const texts = textsForRequest(request);
    sayLanguage(reply, texts);
    return reply
      .header("cache-control", "no-cache")
      .type("application/manifest+json; charset=utf-8")
      .send(translateManifest(built, texts));
  });
}

function translateManifest(built: string, { language, t }: Texts): string {
  const source = messagesOf(english.code).get("manifest") ?? {};
  const keyOf = new Map(Object.entries(source).map(([key, text]) => [text, key as KeyOf<"manifest">]));
  const translated = JSON.parse(built, (_, value) => {
    const key = keyOf.get(value);
    return key === undefined ? value : t(key);
  });
  return JSON.stringify({ ...translated, lang: language.code, dir: language.direction });
}
