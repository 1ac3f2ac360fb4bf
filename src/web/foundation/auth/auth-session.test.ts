import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteServerTime } from "../api/server-clock.ts";
import { findDeletedAccount } from "../phone/deleted-account.ts";
import { createAuthSession } from "./auth-session.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { safePath } from "./safe-path.ts";
import type { SessionEnd } from "./session-store.ts";

const issuer = "http://id.test";
const settings: AuthSettings = {
  issuer,
  client_id: "cairn-web",
  audience: null,
  scopes: "email profile openid",
  authorization_parameters: "",
  redirect_uri: `${location.origin}/`,
  sign_out_uri: `${location.origin}/`,
  groups_separator: null,
  groups_claim: "cognito:groups",
  username_claim: "username",
  logout_style: "oidc",
  logout_url: null,
};

function jwt(claims: Record<string, unknown>): string {
  const encode = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const now = Math.floor(Date.now() / 1000);
  return `${encode({ alg: "RS256", kid: "k" })}.${encode({ iss: issuer, iat: now, exp: now + 600, ...claims })}.c2ln`;
}

/** What the last sign-in wants to see again in the ID token. */
function nonceAsked(): string | undefined {
  const url = left.findLast((address) => address.includes("nonce="));
  return url ? (new URL(url).searchParams.get("nonce") ?? undefined) : undefined;
}

let issued = 0;
function tokens(username = "alice", groups: string[] = []) {
  issued += 1;
  return {
    access_token: jwt({ username, "cognito:groups": groups, jti: String(issued) }),
    id_token: jwt({ aud: "cairn-web", sub: "s1", nonce: nonceAsked(), email: `${username}@example.org` }),
    refresh_token: `refresh-${issued}`,
    expires_in: 600,
    token_type: "Bearer",
  };
}

/** What the provider's token address answers next, and what it was asked. */
let answerToken: (body: URLSearchParams) => Response | Promise<Response>;
let asked: URLSearchParams[];
let left: string[];
let ends: SessionEnd[];
/** What whoever hears of the end of a session does yet. */
let beforeLeaving: Promise<void> | undefined;
let paths: string[];
let revoked: (string | null)[];
let endSessionAddress: string;
let answerLogout: (url: string, init?: RequestInit) => Promise<unknown>;

function makeSession(
  loadSettings = async () => settings,
  findRefusal?: (accessToken: string, username: string) => Promise<string | undefined>,
  findWhyOver: () => Promise<"ended" | "deleted" | undefined> = async () => "ended",
) {
  return createAuthSession({
    loadSettings,
    ...(findRefusal && { findRefusal }),
    findWhyOver,
    navigate: (path) => {
      paths.push(path);
      history.replaceState(null, "", path);
    },
    leave: (url) => left.push(url),
    onSessionEnd: (reason) => {
      ends.push(reason);
      return beforeLeaving;
    },
  });
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  [asked, left, ends, paths, revoked] = [[], [], [], [], []];
  endSessionAddress = `${issuer}/logout`;
  beforeLeaving = undefined;
  answerToken = () => Response.json(tokens());
  vi.stubGlobal("fetch", async (url: string | URL, init?: RequestInit) => {
    if (String(url).endsWith("/.well-known/openid-configuration")) {
      return Response.json({
        issuer,
        authorization_endpoint: `${issuer}/oauth2/authorize`,
        token_endpoint: `${issuer}/oauth2/token`,
        end_session_endpoint: endSessionAddress,
        revocation_endpoint: `${issuer}/oauth2/revoke`,
      });
    }
    if (String(url).startsWith(`${location.origin}/logout`)) return answerLogout(String(url), init);
    if (String(url).endsWith("/oauth2/revoke")) {
      revoked.push(new URLSearchParams(String(init?.body)).get("token"));
      return new Response(null, { status: 200 });
    }
    const body = new URLSearchParams(String(init?.body));
    asked.push(body);
    return answerToken(body);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function comeBack(session: ReturnType<typeof makeSession>, change: Record<string, string> = {}) {
  const state = new URL(left.at(-1) ?? "").searchParams.get("state") ?? "";
  history.replaceState(null, "", `/?${new URLSearchParams({ code: "c0de", state, ...change })}`);
  await session.start();
}

async function signIn(at = "/") {
  history.replaceState(null, "", at);
  await makeSession().signIn();
  const session = makeSession();
  await comeBack(session);
  return session;
}

describe("a token that cannot be used", () => {
  async function comeBackWith(
    answer: () => object,
    findRefusal?: (accessToken: string, username: string) => Promise<string | undefined>,
  ) {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    answerToken = () => Response.json({ ...tokens(), ...answer() });
    const session = makeSession(undefined, findRefusal);
    await comeBack(session);
    expect(localStorage.getItem("jwt")).toBeNull();
    expect(left).toHaveLength(1);
    return session.getState();
  }
  const noUsername =
    "You couldn't be signed in: your sign-in service doesn't share your username. Please contact the people who run this site.";

  it("since it names no user is not kept, and the page says what is wrong", async () => {
    expect(await comeBackWith(() => ({ access_token: jwt({ sub: "s1" }) }))).toMatchObject({
      isLoggedIn: false,
      problem: noUsername,
    });
  });

  it("since it is opaque is not kept, even where the ID token has the name", async () => {
    const asking = vi.fn(async () => "The access token isn't a JWT, so Cairn can't read it.");
    const opaque = () => ({
      access_token: "opaque",
      id_token: jwt({ aud: "cairn-web", sub: "s1", nonce: nonceAsked(), username: "alice" }),
    });
    expect((await comeBackWith(opaque, asking)).problem).toBe(noUsername);
    // So that the server's log has a line of it.
    expect(asking).toHaveBeenCalledExactlyOnceWith("opaque", "-");
  });

  it("since the API does not take it is not kept, and the page says why", async () => {
    expect(
      (
        await comeBackWith(
          () => ({}),
          async () => "This token was issued for a different application.",
        )
      ).problem,
    ).toBe("You couldn't be signed in: This token was issued for a different application.");
  });

  it("any more ends the session here, with a sentence, and leaves for nowhere", async () => {
    const session = await signIn();
    const refused = localStorage.getItem("jwt") ?? "";
    session.endSession("another token");
    expect(session.getState().isLoggedIn).toBe(true);
    session.endSession(refused);
    expect(session.getState()).toMatchObject({
      isLoggedIn: false,
      problem: "Your sign-in is no longer valid. Please sign in again.",
    });
    expect(ends).toEqual(["session-ended"]);
    expect(left).toHaveLength(1);
    expect(localStorage.getItem("jwt")).toBeNull();
  });
});

describe("a clock that is far off", () => {
  afterEach(() => noteServerTime(new Date().toUTCString()));

  it("does not keep anybody from signing in where the server says what time it is, and is named", async () => {
    await makeSession().signIn();
    const made = Response.json(tokens());
    answerToken = () => made;
    const serverTime = new Date().toUTCString();
    // Seventy minutes fast from here on.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 70 * 60_000 });
    noteServerTime(serverTime);
    const session = makeSession();
    await comeBack(session);
    expect(session.getState()).toMatchObject({
      isLoggedIn: true,
      problem: "Your clock is 70 minutes fast. Set date and time to automatic.",
    });
  });

  it("is named where nobody can say the time and the sign-in fails for it", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    const made = Response.json(tokens());
    answerToken = () => made;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 70 * 60_000 });
    noteServerTime(new Date().toUTCString());
    const session = makeSession();
    await comeBack(session);
    expect(session.getState()).toMatchObject({
      isLoggedIn: false,
      problem:
        "You couldn't be signed in: your clock seems to be wrong. Set date and time to automatic, then sign in again.",
    });
  });
});

describe("signing in", () => {
  it("[IDENT-02] knows nobody at first, and sets each flag by its own group", async () => {
    const session = makeSession();
    expect(session.getState()).toMatchObject({
      status: "unknown",
      authDetails: null,
      userDetails: {},
      isLoggedIn: false,
      isAdmin: false,
      isFeatureTester: false,
    });
    await session.start();
    expect(session.getState()).toMatchObject({ status: "signed_out", authDetails: null, isLoggedIn: false });
    for (const [groups, isAdmin, isFeatureTester] of [
      [["admins"], true, false],
      [["feature_testers"], false, true],
      [[], false, false],
    ] as const) {
      answerToken = () => Response.json(tokens("alice", [...groups]));
      expect((await signIn()).getState()).toMatchObject({ isLoggedIn: true, isAdmin, isFeatureTester });
    }
  });

  it("[IDENT-01] [IDENT-03] leaves with PKCE S256, a state of 32 characters, and the three scopes", async () => {
    await makeSession().signIn();
    const url = new URL(left[0] ?? "");
    expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/oauth2/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: "cairn-web",
      redirect_uri: `${location.origin}/`,
      scope: "email profile openid",
      code_challenge_method: "S256",
    });
    expect(url.searchParams.get("state")).toHaveLength(32);
    const session = makeSession();
    await comeBack(session);
    expect(asked[0]?.get("code_verifier")).toHaveLength(128);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(asked[0]?.get("code_verifier") ?? ""),
    );
    const challenge = btoa(String.fromCharCode(...new Uint8Array(digest)))
      .replaceAll("+", "-")
      .replaceAll("/", "_");
    expect(url.searchParams.get("code_challenge")).toBe(challenge.replace("=", ""));
  });

  it("[IDENT-01] keeps the access token under jwt and goes back to where the user was", async () => {
    const session = await signIn("/quests/7?tab=map");
    expect(localStorage.getItem("jwt")).toBe(await session.getAccessToken());
    expect(session.getState()).toMatchObject({
      status: "signed_in",
      username: "alice",
      authDetails: { username: "alice", userId: "s1" },
      userDetails: { email: "alice@example.org" },
    });
    expect(paths).toEqual(["/quests/7?tab=map"]);
  });

  it("goes to the sign-up page straight away when asked", async () => {
    await makeSession().signIn({ signUp: true });
    expect(new URL(left[0] ?? "").searchParams.get("screen_hint")).toBe("signup");
  });

  it("[IDENT-04] [IDENT-11] refuses an answer with another state, and says so", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    const session = makeSession();
    await comeBack(session, { state: "x".repeat(32) });
    expect(session.getState()).toMatchObject({ isLoggedIn: false, problem: "Invalid state in OAuth flow" });
    expect(log).toHaveBeenCalledWith(
      "Error signing in",
      expect.objectContaining({ message: "Invalid state in OAuth flow" }),
    );
    expect(asked).toEqual([]);
    expect(localStorage.getItem("jwt")).toBeNull();
    expect(location.search).toBe("");
  });

  it("[IDENT-04] refuses an answer that this tab never asked for", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    history.replaceState(null, "", "/?code=c&state=s");
    const session = makeSession();
    await session.start();
    expect(session.getState().problem).toBe("Invalid state in OAuth flow");
    expect([left, asked]).toEqual([[], []]);
  });

  it("[IDENT-04] refuses an answer that comes again, and keeps who is signed in", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    await comeBack(makeSession());
    const exchanges = asked.length;
    const again = makeSession();
    await comeBack(again);
    expect(again.getState()).toMatchObject({ problem: "Invalid state in OAuth flow", username: "alice" });
    expect(asked).toHaveLength(exchanges);
  });

  it("refuses the answer of another issuer", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    const session = makeSession();
    await comeBack(session, { iss: "http://evil.test" });
    expect(session.getState()).toMatchObject({ isLoggedIn: false, problem: "Authentication Error" });
    expect(asked).toEqual([]);
  });

  it("[IDENT-10] waits for a sign-in in progress at most 10 s", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await makeSession().signIn();
    answerToken = () => new Promise(() => {});
    vi.useFakeTimers();
    const session = makeSession();
    const done = comeBack(session);
    await vi.advanceTimersByTimeAsync(9_900);
    expect(session.getState().status).toBe("unknown");
    await vi.advanceTimersByTimeAsync(200);
    await done;
    expect(session.getState()).toMatchObject({ status: "signed_out", problem: "Authentication Error" });
  });

  it("[IDENT-12] asks the token service again on throttling, network and server errors", async () => {
    await makeSession().signIn();
    vi.useFakeTimers();
    const failures = [
      () => new Response("", { status: 429 }),
      () => new Response("", { status: 503 }),
      () => Response.error(),
    ];
    answerToken = () => {
      const fail = failures.shift();
      if (!fail) return Response.json(tokens());
      const response = fail();
      if (response.type === "error") throw new TypeError("Failed to fetch");
      return response;
    };
    const session = makeSession();
    const done = comeBack(session);
    await vi.advanceTimersByTimeAsync(5_000);
    await done;
    expect(asked).toHaveLength(4);
    expect(session.getState().isLoggedIn).toBe(true);
  });

  it("starts from the app's own address where it was opened under another name", async () => {
    await makeSession(async () => ({ ...settings, redirect_uri: "http://cairn.test/" })).signIn();
    expect(left).toEqual(["http://cairn.test/#sign-in"]);
  });

  it.each([
    ["//evil.example/x", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example/", "/"],
    ["javascript:alert(1)", "/"],
    [undefined, "/"],
    ["/quests/3/data?x=1&code=a&state=b", "/quests/3/data?x=1"],
  ])("returns from %s to %s", (path, expected) => {
    expect(safePath(path)).toBe(expected);
  });
});

describe("staying signed in", () => {
  const expire = () => {
    const kept = JSON.parse(localStorage.getItem("cairn.session") ?? "{}") as object;
    localStorage.setItem("cairn.session", JSON.stringify({ ...kept, expiresAtMs: Date.now() + 1000 }));
  };

  it("[IDENT-05] renews before the token runs out, once for all that ask", async () => {
    const session = await signIn();
    const before = await session.getAccessToken();
    expire();
    const other = makeSession();
    await other.start();
    const got = await Promise.all([session.getAccessToken(), session.getAccessToken(), other.getAccessToken()]);
    expect(new Set(got).size).toBe(1);
    expect(got[0]).not.toBe(before);
    expect(localStorage.getItem("jwt")).toBe(got[0]);
    expect(asked.filter((body) => body.get("grant_type") === "refresh_token")).toHaveLength(1);
  });

  it("renews a token that the server refused, but not one that another tab has renewed already", async () => {
    const session = await signIn();
    const refused = localStorage.getItem("jwt") ?? "";
    const renewed = await session.renewAccessToken(refused);
    expect(renewed).not.toBe(refused);
    expect(await session.renewAccessToken(refused)).toBe(renewed);
    expect(asked.filter((body) => body.get("grant_type") === "refresh_token")).toHaveLength(1);
  });

  it("[IDENT-05] ends the session when the refresh token is no good: token gone, caches told, user told", async () => {
    const session = await signIn();
    expire();
    answerToken = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    expect(await session.getAccessToken()).toBeUndefined();
    expect(localStorage.getItem("jwt")).toBeNull();
    expect(localStorage.getItem("cairn.session")).toBeNull();
    expect(ends).toEqual(["session-ended"]);
    expect(session.getState()).toMatchObject({
      isLoggedIn: false,
      problem: "Your session has ended. Please sign in again.",
    });
  });

  it("keeps the session when only the network fails", async () => {
    const session = await signIn();
    expire();
    vi.useFakeTimers({ now: Date.now() + 5_000 });
    answerToken = () => {
      throw new TypeError("Failed to fetch");
    };
    const token = session.getAccessToken();
    const failure = expect(token).rejects.toThrow("Network Error");
    await vi.advanceTimersByTimeAsync(6_000);
    await failure;
    expect(session.getState().isLoggedIn).toBe(true);
    expect(localStorage.getItem("jwt")).not.toBeNull();
  });

  it("starts signed in with a token that ran out where there is no line, and every call fails for that at once", async () => {
    await signIn();
    expire();
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ["Date"] });
    const session = makeSession(() => Promise.reject(new TypeError("Failed to fetch")));
    await session.start();
    expect(session.getState()).toMatchObject({ status: "signed_in", username: "alice", problem: undefined });
    for (let call = 0; call < 3; call++) await expect(session.getAccessToken()).rejects.toThrow("Network Error");
    expect(session.getState().isLoggedIn).toBe(true);
    expect(ends).toEqual([]);
  });

  it.each([
    ["in the next second", () => vi.setSystemTime(Date.now() + 1_000)],
    ["before the line is back", () => window.dispatchEvent(new Event("online"))],
  ])("does not ask for a renewal again %s if one failed for lack of a line", async (_, wait) => {
    const session = await signIn();
    expire();
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ["Date"] });
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    answerToken = () => {
      throw new TypeError("Failed to fetch");
    };
    asked = [];
    await Promise.all([1, 2, 3].map(() => expect(session.getAccessToken()).rejects.toThrow("Network Error")));
    expect(asked).toHaveLength(1);
    vi.restoreAllMocks();
    answerToken = () => Response.json(tokens());
    wait();
    expect(await session.getAccessToken()).toBeTruthy();
    expect(asked).toHaveLength(2);
  });

  it("takes up the session that the browser kept", async () => {
    await signIn();
    const session = makeSession();
    await session.start();
    expect(session.getState()).toMatchObject({ status: "signed_in", username: "alice" });
  });

  it("[ERR-05] gives up a token that names nobody, and says so", async () => {
    localStorage.setItem("jwt", "not.a.token");
    const session = makeSession();
    await session.start();
    expect(session.getState()).toMatchObject({
      status: "signed_out",
      problem: "Failed to get the session because the user is empty",
    });
    expect(localStorage.getItem("jwt")).toBeNull();
    expect(await session.getAccessToken()).toBeUndefined();
  });

  it("starts at the address of a sign-in link, once", async () => {
    history.replaceState(null, "", "/quests/2#sign-up");
    await makeSession().start();
    expect(new URL(left[0] ?? "").searchParams.get("screen_hint")).toBe("signup");
    expect(location.hash).toBe("");
    expect(location.pathname).toBe("/quests/2");
  });

  it("follows the other tabs: out when they sign out, and in", async () => {
    const session = await signIn();
    const unsubscribe = session.subscribe(() => {});
    const token = localStorage.getItem("jwt") ?? "";
    localStorage.removeItem("jwt");
    window.dispatchEvent(new StorageEvent("storage", { key: "jwt", newValue: null }));
    expect(session.getState().isLoggedIn).toBe(false);
    expect(ends).toEqual(["signed-out-elsewhere"]);
    localStorage.setItem("jwt", token);
    window.dispatchEvent(new StorageEvent("storage", { key: "jwt", newValue: token }));
    expect(session.getState()).toMatchObject({ isLoggedIn: true, username: "alice" });
    unsubscribe();
  });
});

describe("a page that slept", () => {
  it.each([
    ["is shown again by the back button", () => Object.assign(new Event("pageshow"), { persisted: true }), window],
    ["is looked at again", () => new Event("visibilitychange"), document],
  ])("and %s shows nothing of who has signed out meanwhile", async (_, event, target) => {
    const session = await signIn();
    localStorage.removeItem("jwt");
    target.dispatchEvent(event());
    expect([session.getState().isLoggedIn, session.getState().username]).toEqual([false, undefined]);
    expect(new Set(ends)).toEqual(new Set(["signed-out-elsewhere"]));
  });
});

describe("signing out", () => {
  async function signOut(own: Partial<AuthSettings> = {}, loadSettings = async () => ({ ...settings, ...own })) {
    await signIn();
    const session = makeSession(loadSettings);
    await session.start();
    vi.useFakeTimers();
    left = [];
    const done = session.signOut();
    await vi.advanceTimersByTimeAsync(0);
    return { session, done };
  }

  it("[IDENT-01] clears the tokens and jwt, and goes to the provider's sign-out", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { session } = await signOut();
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
    // What only the provider can end is remembered until it has.
    expect(Object.keys(localStorage)).toEqual(["cairn.sign-out"]);
    expect(document.cookie).toContain("cairn_sign_out=1");
    expect(session.getState()).toMatchObject({ isLoggedIn: false, authDetails: null, userDetails: {} });
    expect(ends).toEqual(["signed-out"]);
    const url = new URL(left[0] ?? "");
    expect(url.pathname).toBe("/logout");
    expect(url.searchParams.get("post_logout_redirect_uri")).toBe(`${location.origin}/`);
    expect(url.searchParams.get("id_token_hint")).toMatch(/^ey/);
    history.replaceState(null, "", `/?state=${url.searchParams.get("state")}`);
    await makeSession().start();
    await vi.waitFor(() => expect([localStorage.length, location.search]).toEqual([0, ""]));
  });

  it("leaves once what the account kept on the device is gone", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    let gone = () => {};
    beforeLeaving = new Promise((resolve) => {
      gone = resolve;
    });
    await signOut();
    await vi.advanceTimersByTimeAsync(100);
    expect(left).toHaveLength(0);
    gone();
    await vi.waitFor(() => expect(left).toHaveLength(1));
  });

  it("[IDENT-13] signs out as Cognito wants it, by client_id and logout_uri", async () => {
    await signOut({ logout_style: "cognito", logout_url: "https://pool.auth.test/logout" });
    await vi.waitFor(() => expect(left).toHaveLength(1), 10_000);
    const url = new URL(left[0] ?? "");
    expect(url.origin).toBe("https://pool.auth.test");
    expect(Object.fromEntries(url.searchParams)).toEqual({ client_id: "cairn-web", logout_uri: `${location.origin}/` });
  });

  it("[IDENT-10] [IDENT-11] gives the provider 3 s, then says so", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { session, done } = await signOut();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(log).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    await done;
    expect(log).toHaveBeenCalledWith("Error signing out", expect.objectContaining({ message: "Signout timeout fail" }));
    expect(session.getState()).toMatchObject({ isLoggedIn: false, problem: "Signout timeout fail" });
  });

  describe("without a line", () => {
    const later = /^You're signed out on this phone, but not yet at the sign-in service\./;

    async function signOutOffline() {
      vi.spyOn(console, "error").mockImplementation(() => {});
      vi.spyOn(console, "warn").mockImplementation(() => {});
      await signIn();
      const { refreshToken } = JSON.parse(localStorage.getItem("cairn.session") ?? "{}");
      const session = makeSession(() => Promise.reject(new TypeError("Failed to fetch")));
      await session.start();
      left = [];
      await session.signOut();
      expect(session.getState()).toMatchObject({ isLoggedIn: false, problem: expect.stringMatching(later) });
      expect(left).toEqual([]);
      return refreshToken as string;
    }

    it("is remembered, and done first once there is one, also after a restart; a provider elsewhere is left for once", async () => {
      const refreshToken = await signOutOffline();
      const restarted = makeSession(() => Promise.reject(new TypeError("Failed to fetch")));
      await restarted.start();
      await vi.waitFor(() => expect(restarted.getState().problem).toMatch(later));
      await makeSession().start();
      await vi.waitFor(() => expect(left.map((address) => new URL(address).pathname)).toEqual(["/logout"]));
      expect(revoked).toEqual([refreshToken]);
      const again = makeSession();
      await again.start();
      await vi.waitFor(() => expect(again.getState().problem).toMatch(later));
      expect(left).toHaveLength(1);
      expect(localStorage.getItem("cairn.sign-out")).not.toBeNull();
    });

    it("lets nobody in without a proof until the provider knows; a fresh sign-in ends that", async () => {
      await signOutOffline();
      left = [];
      const next = makeSession();
      await next.signIn();
      const { searchParams } = new URL(left.at(-1) ?? "");
      expect([searchParams.get("prompt"), searchParams.get("max_age"), left.length]).toEqual(["login", "0", 1]);
      const session = makeSession();
      answerToken = () => Response.json(tokens("bob"));
      await comeBack(session);
      expect([session.getState().username, localStorage.getItem("cairn.sign-out")]).toEqual(["bob", null]);
      expect(document.cookie).not.toContain("cairn_sign_out");
      await session.signIn();
      expect(new URL(left.at(-1) ?? "").searchParams.get("prompt")).toBeNull();
    });

    /** `ago`: seconds since the provider asked for a password; `behind`: of its clock. */
    async function comeBackAs(username: string, { ago, behind = 0 }: { ago: number; behind?: number }) {
      const iat = Math.floor(Date.now() / 1000) - behind;
      const proven = { nonce: nonceAsked(), iat, auth_time: iat - ago };
      const id_token = jwt({ aud: "cairn-web", sub: "s1", ...proven });
      answerToken = () => Response.json({ ...tokens(username), id_token });
      const session = makeSession();
      await comeBack(session);
      return session.getState();
    }

    it("[IDENT-24] refuses whom the provider let in by the session that it should have ended, and ends that first", async () => {
      await signOutOffline();
      await makeSession().start();
      await vi.waitFor(() => expect(left.map((address) => new URL(address).pathname)).toEqual(["/logout"]));
      // The address of a sign-in may be typed.
      history.replaceState(null, "", "/#sign-in");
      await makeSession().start();
      expect(await comeBackAs("alice", { ago: 30 })).toMatchObject({
        isLoggedIn: false,
        problem: expect.stringContaining("didn't ask for a password"),
      });
      expect([localStorage.getItem("jwt"), new URL(left.at(-1) ?? "").pathname]).toEqual([null, "/logout"]);
      await makeSession().signIn();
      expect(new URL(left.at(-1) ?? "").searchParams.get("max_age")).toBe("0");
      expect(await comeBackAs("bob", { ago: 0 })).toMatchObject({ isLoggedIn: true, username: "bob" });
    });

    it("compares no times of two clocks", async () => {
      await signOutOffline();
      await makeSession().signIn();
      expect(await comeBackAs("bob", { ago: 0, behind: 3600 })).toMatchObject({ username: "bob" });
    });

    it("asks for no password again where nobody has signed out", async () => {
      await makeSession().signIn();
      expect(await comeBackAs("alice", { ago: 3600 })).toMatchObject({ username: "alice" });
    });

    it.each([
      ["before it", async () => undefined],
      ["after an earlier sign-out", signOutOffline],
    ])("refuses what a sign-in that began %s brings back", async (_when, before) => {
      await before();
      await makeSession().signIn();
      const began = [...left];
      const flow = sessionStorage.getItem("cairn.sign-in") ?? "";
      await signOutOffline();
      left = began;
      sessionStorage.setItem("cairn.sign-in", flow);
      const session = makeSession();
      await comeBack(session);
      expect(session.getState()).toMatchObject({ isLoggedIn: false, problem: "Invalid state in OAuth flow" });
    });

    it("is confirmed by the provider's redirect where it has the app's origin; its own page asks", async () => {
      await signOutOffline();
      endSessionAddress = `${location.origin}/logout`;
      // A provider is discovered once for a page.
      vi.resetModules();
      const { createAuthSession } = await import("./auth-session.ts");
      const asked: string[] = [];
      const online = createAuthSession({
        loadSettings: async () => settings,
        navigate: () => {},
        leave: (to) => asked.push(to),
      });
      answerLogout = async () => ({ type: "opaqueredirect" });
      await online.start();
      await vi.waitFor(() => expect(localStorage.getItem("cairn.sign-out")).toBeNull());
      expect([asked, online.getState().problem]).toEqual([[], undefined]);
    });
  });
});

describe("an account that was deleted", () => {
  it.each([
    ["says so", "deleted", [["account-deleted"], "alice", undefined]],
    ["is only a session that ended if it wasn't", "ended", [["session-ended"], undefined, undefined]],
  ] as const)("%s", async (_, over, expected) => {
    await signIn();
    expireStored();
    answerToken = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    const session = makeSession(undefined, undefined, async () => over);
    await session.start();
    expect(await session.getAccessToken()).toBeUndefined();
    expect([ends, findDeletedAccount(), readStored()]).toEqual(expected);
  });

  it("keeps the session until the API can say whether it was", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    await signIn();
    expireStored();
    answerToken = () => Response.json({ error: "invalid_grant" }, { status: 400 });
    const session = makeSession(undefined, undefined, async () => undefined);
    await session.start();
    await expect(session.getAccessToken()).rejects.toThrow("Network Error");
    expect(session.getState().isLoggedIn).toBe(true);
  });

  const readStored = (): string | undefined => localStorage.getItem("jwt") ?? undefined;
  const expireStored = (): void =>
    localStorage.setItem(
      "cairn.session",
      JSON.stringify({ ...JSON.parse(localStorage.getItem("cairn.session") ?? "{}"), expiresAtMs: 1 }),
    );
});
