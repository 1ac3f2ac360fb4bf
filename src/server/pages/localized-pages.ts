import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { messagesOf, offeredLanguages } from "../../texts/installed-languages.ts";
import { english, hasArabicFont, type Language, languageCookie, pseudoLanguage } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { sayLanguage } from "../calls/say-language.ts";
import { escapeHtml } from "./escape-html.ts";

/** Texts that the first screen of every page needs. */
const preloadedAreas = ["app", "quests"];

/** In the built page, before other languages take its place. */
const englishTag = '<html lang="en">';

/**
 * Latin ones in the built page. Over HTTP/1.1, browsers request six files at once, in the order of the page: scripts
 * come first, because the page waits for them longest.
 */
const fontPreload = /<link rel="preload" as="font"[^<>]*>/g;

const versionOf = ({ code }: Language) => {
  const ofTexts = code === pseudoLanguage.code ? english.code : code;
  return offeredLanguages().find((each) => each.code === ofTexts)?.version ?? "";
};

/** The pages of the built app in the language of a request. */
export class LocalizedPages {
  readonly #built = new Map<string, string>();
  readonly #made = new Map<string, string>();

  private constructor(
    readonly publicUrl: string,
    readonly arabicFont: ArabicFont,
  ) {}

  static async read(webRoot: string, publicUrl: string, files: readonly string[]): Promise<LocalizedPages> {
    const pages = new LocalizedPages(publicUrl, findArabicFont(await readdir(join(webRoot, "assets"))));
    for (const file of files) pages.#built.set(file, await readFile(join(webRoot, file), "utf8"));
    return pages;
  }

  /** @param changeHead gets the page, and returns it with another head */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    file: string,
    changeHead = (page: string) => page,
    texts = textsForRequest(request),
  ): FastifyReply {
    sayLanguage(reply, texts);
    const page = this.#pageIn(texts.language, file).replace("</title>", () => `</title>${this.#alternatives(request)}`);
    return reply.header("cache-control", "no-cache").type("text/html; charset=utf-8").send(changeHead(page));
  }

  #pageIn(language: Language, file: string): string {
    const id = `${language.code} ${file}`;
    const made = this.#made.get(id) ?? translatePage(this.#built.get(file) ?? "", language, this.arabicFont);
    this.#made.set(id, made);
    return made;
  }

  /** Tells search engines of the languages; the page itself keeps its address in every language. */
  #alternatives({ url }: FastifyRequest): string {
    const codes = offeredLanguages().map(({ code }) => code);
    if (codes.length < 2) return "";
    const { pathname } = new URL(url, "http://any");
    const address = escapeHtml(`${this.publicUrl}${pathname}`);
    const links = codes.map(
      (code) => `<link rel="alternate" hreflang="${code}" href="${address}?${languageCookie}=${code}" />`,
    );
    return [...links, `<link rel="alternate" hreflang="x-default" href="${address}" />`].join("");
  }
}

type ArabicFont = { style: string; fonts: string };

/** Built from `web/foundation/texts/arabic-font.css`. The app would request it once it knows its language, which is late. */
function findArabicFont(assets: readonly string[]): ArabicFont {
  const styles = assets.filter((file) => /^arabic-font-[\w-]+\.css$/.test(file));
  const fonts = assets.filter((file) => /^arabic-letters-\d+-[\w-]+\.woff2$/.test(file));
  return {
    style: styles.map((file) => `<link rel="stylesheet" crossorigin href="/assets/${file}" />`).join(""),
    fonts: fonts
      .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}" />`)
      .join(""),
  };
}

function translatePage(built: string, language: Language, arabic: ArabicFont): string {
  const { code, direction } = language;
  const version = versionOf(language);
  const tag = `<html lang="${code}" dir="${direction}" data-texts="${version}">`;
  if (code === english.code) return built.replace(englishTag, tag);
  const { t } = textsOf(language);
  const source = messagesOf(english.code).get("document") ?? {};
  const translated = Object.entries(source).reduce(
    (page, [key, text]) => page.replace(text, () => escapeHtml(t(key as "document.late"))),
    built.replace(englishTag, tag),
  );
  const texts = preloadedAreas
    .map((area) => `<link rel="preload" as="fetch" crossorigin href="/api/texts/${code}/${area}?version=${version}" />`)
    .join("");
  const latinFonts = translated.match(fontPreload)?.join("") ?? "";
  const preloads = hasArabicFont(language) ? `${arabic.style}${texts}${arabic.fonts}` : `${texts}${latinFonts}`;
  return translated.replaceAll(fontPreload, "").replace("</head>", () => `${preloads}</head>`);
}

const yearInSeconds = 365 * 24 * 60 * 60;

export type OnLanguageChosen = (request: FastifyRequest, reply: FastifyReply, code: string) => Promise<void>;

/**
 * An address with `?language=de` chooses the language, for links on pages without scripts and from search engines, and
 * leads to the address without it: a shared link keeps no language.
 */
export function chooseLanguageByAddress(
  app: FastifyInstance,
  { publicUrl }: { publicUrl: string },
  onChosen: OnLanguageChosen = async () => {},
): void {
  const attributes = `Path=/; Max-Age=${yearInSeconds}; SameSite=Lax${publicUrl.startsWith("https:") ? "; Secure" : ""}`;
  app.addHook("onRequest", async (request, reply) => {
    const { [languageCookie]: code } = (request.query ?? {}) as Record<string, unknown>;
    if (typeof code !== "string" || request.method !== "GET") return undefined;
    if (isForPrograms.test(request.url) || isFrame.test(request.url)) return undefined;
    const { pathname, searchParams } = new URL(request.url.replace(/^[/\\]+/, "/"), "http://any");
    searchParams.delete(languageCookie);
    const isOffered = code === pseudoLanguage.code || offeredLanguages().some((each) => each.code === code);
    if (isOffered) {
      // `onChosen` may add others.
      reply.raw.appendHeader("set-cookie", `${languageCookie}=${code}; ${attributes}`);
      await onChosen(request, reply, code);
    }
    // Dots are resolved by now: `/.//other.example` would lead to another site.
    const path = pathname.replace(/^\/+/, "/");
    return reply.redirect(`${path}${searchParams.size > 0 ? `?${searchParams}` : ""}`, 303);
  });
}

const isForPrograms = /^\/+(api|oauth2|ogc|metrics|\.well-known|assets)(\/|\?|$)/;
/** Browsers keep no cookies of frames on other sites. */
const isFrame = /^\/+quests\/\d+\/results\/embed(\?|$)/;
