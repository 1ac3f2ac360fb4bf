/** A minimal browser for pages without scripts: cookies with paths, redirects, links and forms. */
export class HttpBrowser {
  readonly #cookies = new Map<string, { name: string; value: string; path: string }>();
  readonly #reach: (url: string) => string;
  /** All received `Set-Cookie` headers, unparsed. */
  readonly cookieLines: string[] = [];

  /** `reach` maps a public address to the one where the server listens. */
  constructor(reach: (url: string) => string = (url) => url) {
    this.#reach = reach;
  }

  /** Follows redirects to a page, or to an address that `stopAt` accepts. */
  async open(url: string, init: RequestInit = {}, stopAt: (url: string) => boolean = () => false): Promise<HttpPage> {
    let address = url;
    let request = init;
    for (let hops = 0; hops < 15; hops++) {
      if (stopAt(address)) return new HttpPage(address, 0, "", new Headers());
      const response = await this.request(address, request);
      const location = response.headers.get("location");
      if (!location || response.status < 300 || response.status >= 400) {
        return new HttpPage(address, response.status, await response.text(), response.headers);
      }
      await response.body?.cancel();
      address = new URL(location, address).href;
      request = {};
    }
    throw new Error(`Too many redirects from ${url}`);
  }

  /** Posts the page's form whose action ends with this, with its hidden fields and these. */
  submit(
    page: HttpPage,
    actionEnd: string,
    fields: Record<string, string>,
    stopAt?: (url: string) => boolean,
  ): Promise<HttpPage> {
    const form = page.forms.find(({ action }) => action.endsWith(actionEnd));
    if (!form) throw new Error(`No form …${actionEnd} on ${page.url}: ${page.text}`);
    return this.open(
      new URL(form.action, page.url).href,
      {
        method: "POST",
        body: new URLSearchParams({ ...form.hidden, ...fields }),
        headers: { origin: new URL(page.url).origin, "sec-fetch-site": "same-origin" },
      },
      stopAt,
    );
  }

  /** One request with matching cookies; stores the received ones. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const { pathname } = new URL(url);
    const cookies = [...this.#cookies.values()].filter(
      ({ path }) => pathname === path || pathname.startsWith(withSlash(path)),
    );
    if (cookies.length > 0) headers.set("cookie", cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
    const response = await fetch(this.#reach(url), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      this.cookieLines.push(line);
      this.#keep(line, pathname);
    }
    return response;
  }

  /** Sets a site-wide cookie, as a page would. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(`${name} /`, { name, value, path: "/" });
  }

  get cookies(): { name: string; value: string; path: string }[] {
    return [...this.#cookies.values()];
  }

  cookie(name: string): string | undefined {
    return [...this.#cookies.values()].find((cookie) => cookie.name === name)?.value;
  }

  #keep(line: string, pathname: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const [name = "", ...value] = pair.split("=");
    const attribute = (wanted: string) =>
      attributes.find((text) => text.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute("path") ?? pathname;
    const expires = attribute("expires");
    const gone = (expires && new Date(expires).getTime() < Date.now()) || attribute("max-age") === "0";
    if (gone) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { name, value: value.join("="), path });
  }
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

export class HttpPage {
  constructor(
    readonly url: string,
    readonly status: number,
    readonly markup: string,
    readonly headers: Headers,
  ) {}

  get text(): string {
    return (
      this.markup
        .replaceAll(/<(style|script|svg)[\s\S]*?<\/\1>/g, "")
        // Names within a sentence.
        .replaceAll(/<span translate="no">(.*?)<\/span>/gs, "$1")
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll("&#39;", "'")
        .replaceAll("&quot;", '"')
        .replaceAll("&amp;", "&")
        .replaceAll(/\s+/g, " ")
        .trim()
    );
  }

  get forms(): { action: string; hidden: Record<string, string> }[] {
    return [...this.markup.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
      ([, action, inner]) => ({
        action: action ?? "",
        hidden: Object.fromEntries(
          [...(inner ?? "").matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [
            name ?? "",
            (value ?? "").replaceAll("&amp;", "&"),
          ]),
        ),
      }),
    );
  }
}
