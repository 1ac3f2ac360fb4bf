import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AuthSettings } from "./auth-settings.ts";
import { completeSignIn, signOutAddress, startSignIn } from "./oauth-client.ts";

let issuer = "";
let document_: Record<string, unknown>;
let exchanges: number;
let nonce: string | null;
let count = 0;

const settings = (own: Partial<AuthSettings> = {}): AuthSettings => ({
  issuer,
  client_id: "c1",
  audience: null,
  scopes: "email profile openid",
  authorization_parameters: "",
  redirect_uri: "http://app.test/",
  sign_out_uri: "http://app.test/",
  groups_separator: null,
  groups_claim: "groups",
  username_claim: "preferred_username",
  logout_style: "oidc",
  logout_url: null,
  ...own,
});

beforeEach(() => {
  count += 1;
  // Documents are remembered by issuer.
  issuer = `https://id-${count}.test/realms/field`;
  exchanges = 0;
  document_ = {
    issuer,
    authorization_endpoint: "https://login.test/oauth2/authorize?tenant=a",
    token_endpoint: "https://tokens.test/token",
  };
  vi.stubGlobal("fetch", async (url: string | URL) => {
    if (String(url).endsWith("/.well-known/openid-configuration")) return Response.json(document_);
    exchanges += 1;
    return Response.json({ access_token: "a.b.c", id_token: idToken(), token_type: "Bearer", expires_in: 60 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function idToken(): string {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const iat = Math.floor(Date.now() / 1000);
  const claims = { iss: document_.issuer, aud: "c1", sub: "s", iat, exp: iat + 60, nonce };
  return `${part({ alg: "RS256" })}.${part(claims)}.c2ln`;
}

async function comeBack(parameters: Record<string, string>, otherNonce?: string) {
  const { url, flow } = await startSignIn(settings(), { signUp: false, returnTo: "/" });
  nonce = otherNonce ?? new URL(url).searchParams.get("nonce");
  const callback = new URL(`http://app.test/?${new URLSearchParams({ code: "c", state: flow.state, ...parameters })}`);
  return completeSignIn(settings(), callback, flow);
}

describe("the answer of a provider", () => {
  it("[IDENT-13] is taken from providers that name themselves in it, and from those that do not", async () => {
    expect((await comeBack({})).accessToken).toBe("a.b.c");
    expect((await comeBack({ iss: issuer })).accessToken).toBe("a.b.c");
  });

  it("is refused where its ID token was made for another sign-in", async () => {
    await expect(comeBack({}, "another")).rejects.toThrow(/nonce/);
  });

  it("is refused where it names another issuer, before the code goes anywhere", async () => {
    document_.authorization_response_iss_parameter_supported = true;
    await expect(comeBack({ iss: "https://evil.test" })).rejects.toThrow(/iss/);
    expect(exchanges).toBe(0);
  });

  it("is refused where the provider announces its name in it and it is missing", async () => {
    document_.authorization_response_iss_parameter_supported = true;
    await expect(comeBack({})).rejects.toThrow(/iss/);
    expect(exchanges).toBe(0);
  });
});

describe("discovery", () => {
  it("takes an issuer that differs by the slash at its end", async () => {
    document_.issuer = `${issuer}/`;
    expect((await startSignIn(settings(), { signUp: false, returnTo: "/" })).url).toContain("https://login.test/");
    expect((await comeBack({ iss: `${issuer}/` })).accessToken).toBe("a.b.c");
  });

  it("refuses a document of another issuer", async () => {
    document_.issuer = "https://evil.test";
    await expect(startSignIn(settings(), { signUp: false, returnTo: "/" })).rejects.toThrow();
  });
});

describe("[IDENT-13] addresses", () => {
  it("keep the parameters that the provider's own address has", async () => {
    const { url } = await startSignIn(settings(), { signUp: false, returnTo: "/" });
    expect(new URL(url).searchParams.get("tenant")).toBe("a");
    expect(new URL(url).searchParams.get("client_id")).toBe("c1");
    expect(new URL(url).searchParams.get("ui_locales")).toBe("en");
  });

  it("take what a setting adds, several of a name too, and never instead of what a sign-in needs", async () => {
    const added = "audience=https%3A%2F%2Fapi.example.org&resource=a&resource=b&state=mine";
    const { url, flow } = await startSignIn(settings({ authorization_parameters: added }), {
      signUp: false,
      returnTo: "/",
    });
    const { searchParams } = new URL(url);
    expect(searchParams.get("audience")).toBe("https://api.example.org");
    expect(searchParams.getAll("resource")).toEqual(["a", "b"]);
    expect(searchParams.getAll("state")).toEqual([flow.state]);
  });

  it("ask for a password where somebody signed out and the provider doesn't know, whatever a setting adds", async () => {
    const added = settings({ authorization_parameters: "prompt=select_account&max_age=3600" });
    const { url, flow } = await startSignIn(added, { signUp: false, returnTo: "/", signOut: "s1" });
    const { searchParams } = new URL(url);
    const asked = ["prompt", "max_age"].map((name) => searchParams.getAll(name));
    expect([asked, flow.signOut]).toEqual([[["login"], ["0"]], "s1"]);
  });

  it("of the sign-up: Cognito's own page, the prompt where it is announced, a hint for all others", async () => {
    const signUpUrl = async (own: Partial<AuthSettings> = {}) =>
      new URL((await startSignIn(settings(own), { signUp: true, returnTo: "/" })).url);
    const hinted = await signUpUrl();
    expect([hinted.pathname, hinted.searchParams.get("screen_hint")]).toEqual(["/oauth2/authorize", "signup"]);
    expect((await signUpUrl({ logout_style: "cognito" })).pathname).toBe("/signup");
    issuer += "/2";
    document_.issuer = issuer;
    document_.prompt_values_supported = ["none", "login", "create"];
    expect((await signUpUrl()).searchParams.get("prompt")).toBe("create");
  });

  const signOut = { idToken: "id", state: "s1" };

  it("of the sign-out: Cognito's beside its sign-in pages, with client_id and logout_uri", async () => {
    document_.end_session_endpoint = "https://useless.test/";
    expect(await signOutAddress(settings({ logout_style: "cognito" }), signOut)).toBe(
      "https://login.test/logout?client_id=c1&logout_uri=http%3A%2F%2Fapp.test%2F",
    );
    const address = await signOutAddress(settings(), signOut);
    expect(address).toContain("https://useless.test/?client_id=c1&post_logout");
    expect(new URL(address ?? "").searchParams.get("state")).toBe("s1");
  });

  it("of the sign-out: none where the provider has none", async () => {
    expect(await signOutAddress(settings(), signOut)).toBeUndefined();
  });
});
