import "../../../../test/web-database.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetLists, hasList } from "../api/kept-lists.ts";
import { connectSession } from "../api/session.ts";
import { findInList, keepList, ListMissing } from "./ask-list.ts";

const whole = { items: [{ code: "n1", label: "Old oak", attributes: { geometry: "21.97 -159.37" } }] };
const stripped = { items: [{ code: "n1", label: "Old oak" }], without_places: true };

let id = 500;
let tokens: (string | undefined)[] = [];
let answer: (token: string | undefined) => Response;
let disconnect = () => {};

/** Signs somebody in whose token is renewed once. */
function signIn(account: string | undefined): void {
  disconnect();
  disconnect = connectSession({
    getAccessToken: async () => account,
    renewAccessToken: async () => `${account}, renewed`,
    getAccount: () => account,
  });
}

beforeEach(() => {
  id += 1;
  tokens = [];
  vi.stubGlobal("fetch", async (_address: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers.Authorization?.replace("Bearer ", "");
    tokens.push(token);
    return answer(token);
  });
});
afterEach(() => {
  disconnect();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const attributes = async () => (await findInList({ id, version: 1 }, ["n1"], undefined))[0]?.item.attributes;

it("a list is fetched with the volunteer's token, which is renewed if it is refused, and kept", async () => {
  signIn("alice");
  answer = (token) => (token === "alice" ? new Response("{}", { status: 401 }) : Response.json(whole));
  await keepList({ id, version: 1 });
  expect(await attributes()).toEqual(whole.items[0]?.attributes);
  expect(tokens).toEqual(["alice", "alice, renewed"]);
});

it("a list is asked for without a token by a visitor, and not at all while it is at hand", async () => {
  signIn(undefined);
  answer = () => Response.json(whole);
  await attributes();
  await attributes();
  expect(tokens).toEqual([undefined]);
});

it("a list without its places isn't kept, and is asked for again, as the volunteer may have joined", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  signIn("alice");
  answer = () => Response.json(stripped);
  expect(await attributes()).toBeUndefined();
  await expect(keepList({ id, version: 1 })).rejects.toThrow(ListMissing);
  expect(await hasList({ id, version: 1 })).toBe(false);
  answer = () => Response.json(whole);
  expect(await attributes()).toBeUndefined();
  vi.advanceTimersByTime(60_000);
  expect(await attributes()).toEqual(whole.items[0]?.attributes);
});

it("a list that one account saw is neither kept nor open for the next", async () => {
  signIn("alice");
  answer = () => Response.json(whole);
  expect(await attributes()).toEqual(whole.items[0]?.attributes);
  await forgetLists((account) => account !== "bob");
  signIn("bob");
  answer = () => Response.json(stripped);
  expect(await attributes()).toBeUndefined();
});
