import { TOTP } from "otpauth";
import { afterEach, describe, expect, it, vi } from "vitest";
import { findEmailError, findPasswordError, findSignUpErrors, findUsernameError } from "./accounts/account-rules.ts";
import { addressKey } from "./attempts/address-key.ts";
import { html } from "./pages/html.ts";
import { findPhoneNumber } from "./second-factors/phone-number.ts";
import { findTotpStep, newTotpSecret } from "./second-factors/totp.ts";
import { deviceName } from "./sessions/device-name.ts";
import { confirmSignUpPage } from "./sign-up/sign-up-pages.ts";

describe("account rules", () => {
  it.each(["abc", "a.b_c-9", "x".repeat(40)])("take the username %s", (username) => {
    expect(findUsernameError(username)).toBeUndefined();
  });
  it.each(["ab", "x".repeat(41), "a b", "ä-umlaut", "a/b", "a@b", "<b>", "a\nb"])(
    "refuse the username %j",
    (username) => {
      expect(findUsernameError(username)).toBeDefined();
    },
  );
  it.each(["a@b.org", "first.last+tag@sub.example.co.uk", "a@localhost"])("take the address %s", (email) => {
    expect(findEmailError(email)).toBeUndefined();
  });
  it.each(["a", "@b.org", "a@", "a@b@c", "a b@c.org", "a@b..org", "a@-b.org", "a@b.org\nbcc: x@y", "<a>@b.org"])(
    "refuse the address %j",
    (email) => {
      expect(findEmailError(email)).toBeDefined();
    },
  );
  it("hold a password to its length, and to being more than the name", () => {
    expect(findPasswordError("a-fine-one", "ann", "ann@example.org")).toBeUndefined();
    expect(findPasswordError("ann-of-green", "ann-of-green", "x@example.org")).toBeDefined();
    expect(findPasswordError("1234567", "ann", "x@example.org")).toContain("at least 8");
    expect(findPasswordError("aaaaaaaaaaaa", "ann", "x@example.org")).toBeDefined();
    expect(findPasswordError("x1!".repeat(100), "ann", "x@example.org")).toContain("at most");
  });
  it("[IDENT-09] name what is empty in the words of the specification", () => {
    expect(findSignUpErrors({ username: "", email: "", password: "" })).toMatchObject({
      username: "Username cannot be empty",
      password: "Password cannot be empty",
    });
  });
});

describe("addresses that are limited", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "::ffff:192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s counts as %s", (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

describe("codes of an authenticator app", () => {
  const secret = newTotpSecret();
  const now = new Date("2026-05-01T12:00:10Z");
  const codeAt = (offsetSeconds: number) =>
    new TOTP({ secret }).generate({ timestamp: now.getTime() + offsetSeconds * 1000 });

  it("belong to a step, one before and one after the present one included", () => {
    const present = Math.floor(now.getTime() / 30_000);
    expect([-30, 0, 30].map((offset) => findTotpStep(secret, codeAt(offset), now))).toEqual([
      present - 1,
      present,
      present + 1,
    ]);
    expect(findTotpStep(secret, codeAt(-90), now)).toBeUndefined();
    expect(findTotpStep(secret, codeAt(90), now)).toBeUndefined();
  });
  it.each(["", "12345", "1234567", "abcdef"])("are six digits, not %j", (code) => {
    expect(findTotpStep(secret, code, now)).toBeUndefined();
  });
});

describe("phone numbers", () => {
  it.each([
    ["+1 (202) 555-0123", "+12025550123"],
    ["0049 30 1234567", "+49301234567"],
    ["030 1234567", undefined],
    ["+1", undefined],
    ["+1202555012a", undefined],
  ])("%s is %s", (input, number) => {
    expect(findPhoneNumber(input)).toBe(number);
  });
});

describe("device names", () => {
  it.each([
    ["Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36", "Chrome on Android"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge on Windows"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
    ["", "Unknown device"],
  ])("%s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});

describe("markup", () => {
  it("escapes every value, in texts and in attributes, and markup of its own only once", () => {
    const evil = `<img src=x onerror="a('b')">&`;
    const escaped = "&lt;img src=x onerror=&quot;a(&#39;b&#39;)&quot;&gt;&amp;";
    expect(html`<p title="${evil}">${evil}${html`<b>${[evil, undefined, false]}</b>`}</p>`.markup).toBe(
      `<p title="${escaped}">${escaped}<b>${escaped}</b></p>`,
    );
  });
});

describe("the page that waits for the link in the mail", () => {
  afterEach(() => vi.useRealTimers());
  const page = confirmSignUpPage({ flowUrl: "/signin/f1", homeUrl: "/", email: "a@example.org" });
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? "";

  async function run(confirmedAtMs: number, forMs: number) {
    vi.useFakeTimers();
    const asked: [number, string][] = [];
    const start = Date.now();
    const location = {
      pathname: "/signin/f1/confirm",
      replaced: "",
      replace(to: string) {
        this.replaced = to;
      },
    };
    const fetch = async (url: string) => {
      asked.push([Date.now() - start, url]);
      return { ok: true, json: async () => ({ confirmed: Date.now() - start >= confirmedAtMs }) };
    };
    new Function("fetch", "location", script)(fetch, location);
    await vi.advanceTimersByTimeAsync(forMs);
    return { asked, replaced: location.replaced };
  }

  it("[IDENT-15] asks every 5 s and goes on once it is confirmed", async () => {
    const { asked, replaced } = await run(12_000, 60_000);
    expect(asked).toEqual([
      [5_000, "/signin/f1/confirmed"],
      [10_000, "/signin/f1/confirmed"],
      [15_000, "/signin/f1/confirmed"],
    ]);
    expect(replaced).toBe("/signin/f1/confirm");
  });

  it("[IDENT-15] stops asking after 180 s", async () => {
    const { asked, replaced } = await run(Number.POSITIVE_INFINITY, 600_000);
    expect(asked).toHaveLength(36);
    expect(asked.at(-1)?.[0]).toBe(180_000);
    expect(replaced).toBe("");
  });
});
