import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { call, callForPart } from "./client.ts";
import { connectSession } from "./session.ts";

const organizations = [{ id: 1, organization_name: "Bark Lab", organization_email: "bark@example.org" }];
const answer = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);

function answering(...answers: (Response | Error)[]) {
  const fetchMock = vi.fn<typeof fetch>(async () => {
    const next = answers.shift();
    if (next === undefined) throw new Error("one request too many");
    if (next instanceof Error) throw next;
    return next;
  });
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
}

const sentHeaders = (fetchMock: ReturnType<typeof answering>, index: number) =>
  new Headers(fetchMock.mock.calls[index]?.[1]?.headers);

beforeEach(() => localStorage.setItem("jwt", "token-1"));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("call", () => {
  it("[ROLE-05] sends the stored jwt as a bearer authorization header with every method", async () => {
    const fetchMock = answering(
      answer(organizations),
      answer(organizations[0], { status: 201 }),
      answer({}, { status: 404 }),
    );
    await call("listOrganizations", {});
    await call("createOrganization", {
      body: { organization_name: "Bark Lab", organization_email: "bark@example.org" },
    });
    await call("deleteQuestLocations", { body: [4] }).catch(() => {});
    expect([0, 1, 2].map((index) => sentHeaders(fetchMock, index).get("authorization"))).toEqual(
      Array(3).fill("Bearer token-1"),
    );
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/organizations");
  });

  it("[CALL-20] sends a JSON body with every method but GET, which sends none", async () => {
    const report = {
      coordinates: [1, 2] as [number, number],
      highAccuracySolved: false,
      sameAsNative: true,
      location: "ford",
    };
    const fetchMock = answering(
      answer(organizations),
      answer({ ...report, id: 1, details: null }, { status: 201 }),
      new Response(null, { status: 204 }),
      answer(organizations[0]),
    );
    const organization = { organization_name: "Bark Lab", organization_email: "bark@example.org" };
    await call("listOrganizations", {});
    await call("reportPoorGps", { body: report });
    await call("deleteQuestLocations", { body: [4] });
    await call("updateOrganization", { params: { id: 1 }, body: organization });
    const sent = fetchMock.mock.calls.map(([, init], index) => [
      init?.method,
      sentHeaders(fetchMock, index).get("content-type"),
      init?.body,
      sentHeaders(fetchMock, index).get("authorization"),
    ]);
    expect(sent).toEqual([
      ["GET", null, undefined, "Bearer token-1"],
      ["POST", "application/json", JSON.stringify(report), "Bearer token-1"],
      ["DELETE", "application/json", "[4]", "Bearer token-1"],
      ["PUT", "application/json", JSON.stringify(organization), "Bearer token-1"],
    ]);
  });

  it("[CALL-21][CALL-22] joins by a POST without a body, as JSON, at the user's own address", async () => {
    const fetchMock = answering(answer({ code: "quest_full", detail: "Full." }, { status: 409 }));
    await call("joinQuest", { params: { username: "maría/ño", id: 7 } }).catch(() => {});
    const [address, init] = fetchMock.mock.calls[0] ?? [];
    expect(address).toBe("/api/adventurers/mar%C3%ADa%2F%C3%B1o/quests/7/sign-up");
    expect([init?.method, init?.body]).toEqual(["POST", undefined]);
    expect(sentHeaders(fetchMock, 0).get("content-type")).toBe("application/json");
    expect(sentHeaders(fetchMock, 0).get("authorization")).toBe("Bearer token-1");
  });

  it("lets the browser set the content type of a form with a file", async () => {
    const fetchMock = answering(answer({ code: "forbidden", detail: "No." }, { status: 403 }));
    const file = new File(["a hill"], "hill.jpg", { type: "image/jpeg" });
    await call("setQuestImage", { params: { id: 7 }, body: {}, files: { file } }).catch(() => {});
    expect(sentHeaders(fetchMock, 0).has("content-type")).toBe(false);
    expect(fetchMock.mock.calls[0]?.[1]?.body).toBeInstanceOf(FormData);
  });

  it("sends no authorization header without a sign-in", async () => {
    localStorage.clear();
    const fetchMock = answering(answer(organizations));
    await call("listOrganizations", {});
    expect(sentHeaders(fetchMock, 0).has("authorization")).toBe(false);
  });

  it("[ERR-01] a failed GET throws the specification's message", async () => {
    answering(answer({ code: "internal_error", detail: "Sorry." }, { status: 500 }));
    await expect(call("listOrganizations", {})).rejects.toThrow(/^An error occurred while fetching the data\.$/);
  });

  it("[ERR-02] [CALL-13] other methods throw the same message with the body as info and the status", async () => {
    const body = { code: "organization_name_taken", detail: "There is one of that name." };
    answering(answer(body, { status: 409 }));
    const error = await call("updateOrganization", {
      params: { id: 3 },
      body: { organization_name: "Bark Lab", organization_email: "bark@example.org" },
    }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: "An error occurred while fetching the data.", status: 409, info: body });
  });

  it("[ERR-02] logs network failures of every method but GET to the console", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const offline = new TypeError("Failed to fetch");
    answering(offline, offline);
    await expect(call("listOrganizations", {})).rejects.toBe(offline);
    expect(log).not.toHaveBeenCalled();
    await expect(call("deleteQuestLocations", { body: [4] })).rejects.toBe(offline);
    expect(log).toHaveBeenCalledWith(offline);
  });

  it("sends no invalid body, and reports each invalid field", async () => {
    const fetchMock = answering();
    const error = await call("createOrganization", {
      body: { organization_name: "", organization_email: "nobody" },
    }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 422, code: "validation_failed" });
    expect((error as ApiError).fieldErrors.map(({ path }) => path)).toEqual([
      "organization_name",
      "organization_email",
    ]);
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("rejects an answer that doesn't match the contract", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    answering(answer([{ id: "one" }]));
    await expect(call("listOrganizations", {})).rejects.toBeInstanceOf(ApiError);
  });

  it.each([
    ["getClientConfiguration", () => call("getClientConfiguration", {})],
    ["listQuests", () => callForPart("listQuests", {})],
    ["listQuestClusters", () => call("listQuestClusters", { query: { bbox: "-180,-90,180,90", zoom: 2 } })],
    ["listAdventurerQuests", () => call("listAdventurerQuests", { params: { username: "alice" } })],
  ])("rejects an invalid answer to %s, which the first screen requests", async (name, call) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    answering(answer([{ id: "one" }]));
    await expect(call()).rejects.toBeInstanceOf(ApiError);
    expect(log).toHaveBeenCalledWith(expect.stringContaining(`The answer to ${name} is not the contract's`));
  });

  it("fills in parameters, escaped, and omits undefined ones", async () => {
    const fetchMock = answering(answer([]));
    await call("listAdventurerQuests", { params: { username: "ann/e b" } });
    expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/adventurers/ann%2Fe%20b/quests");
  });

  it("follows the Link header to the next part of a list", async () => {
    const link = '</api/quests?limit=2&after=cur%2Bsor>; rel="next"';
    const fetchMock = answering(answer([], { headers: { link } }), answer([]));
    const first = await callForPart("listQuests", { query: { limit: 2, q: undefined } });
    expect(first.nextPart).toBe("cur+sor");
    const second = await callForPart("listQuests", { query: { limit: 2, after: first.nextPart } });
    expect(fetchMock.mock.calls[1]?.[0]).toBe("/api/quests?limit=2&after=cur%2Bsor");
    expect(second.nextPart).toBeUndefined();
  });
});

describe("a rejected token", () => {
  const unauthenticated = () => answer({ code: "token_expired", detail: "Expired." }, { status: 401 });
  let onSessionEnd: ReturnType<typeof vi.fn<(refused: string) => void>>;
  let disconnect: () => void;

  beforeEach(() => {
    onSessionEnd = vi.fn<(refused: string) => void>();
    disconnect = connectSession({
      getAccessToken: async () => "old",
      renewAccessToken: async (refused) => (refused === "old" ? "new" : undefined),
      onSessionEnd,
    });
  });
  afterEach(() => disconnect());

  it("is renewed once, and the call is repeated", async () => {
    const fetchMock = answering(unauthenticated(), answer(organizations));
    await expect(call("listOrganizations", {})).resolves.toEqual(organizations);
    expect(sentHeaders(fetchMock, 1).get("authorization")).toBe("Bearer new");
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it("ends the session if the renewed one is rejected too", async () => {
    const fetchMock = answering(unauthenticated(), unauthenticated());
    await expect(call("listOrganizations", {})).rejects.toMatchObject({ status: 401 });
    expect(fetchMock).toHaveBeenCalledTimes(2);
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith("new");
  });

  it("doesn't block calls that visitors may make", async () => {
    const fetchMock = answering(unauthenticated(), unauthenticated(), answer([]));
    await expect(call("listQuests", {})).resolves.toEqual([]);
    expect(sentHeaders(fetchMock, 2).get("authorization")).toBeNull();
    expect(onSessionEnd).toHaveBeenCalledOnce();
  });

  it("that can't be renewed now doesn't block visitors' calls either, and ends no session", async () => {
    disconnect();
    disconnect = connectSession({
      getAccessToken: () => Promise.reject(new Error("Network Error")),
      renewAccessToken: async (refused) => refused,
      onSessionEnd,
    });
    const fetchMock = answering(answer([]));
    await expect(call("listQuests", {})).resolves.toEqual([]);
    expect(sentHeaders(fetchMock, 0).get("authorization")).toBeNull();
    await expect(call("listOrganizations", {})).rejects.toThrow("Network Error");
    expect(onSessionEnd).not.toHaveBeenCalled();
  });
});
