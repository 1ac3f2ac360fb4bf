import { act, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { joined, quest, refusal, serve } from "../../../../test/web-app.tsx";
import { changeAnswer, refetch } from "./answers-by-call.ts";
import { call } from "./client.ts";
import { forgetFetched } from "./forget-fetched.ts";
import { useListInParts } from "./list-parts.ts";
import { useAdventurerQuest } from "./quests.ts";
import { noteAnswer, staleSinceMs } from "./staleness.ts";
import { useCall } from "./use-call.ts";

beforeEach(() => forgetFetched());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function Name({ id, isAside }: { id: number | undefined; isAside?: boolean }) {
  const { data } = useCall("getQuest", id === undefined ? undefined : { params: { id } }, { isAside });
  return <p>{data?.quest_name}</p>;
}

const serveQuests = () =>
  serve({ "GET /api/quests/7": quest(), "GET /api/quests/8": { ...quest(), id: 8, quest_name: "Springs" } });
const callsOf = (mock: ReturnType<typeof serve>) => mock.mock.calls.map(([address]) => String(address));

describe("useCall", () => {
  it("fetches nothing without an input", async () => {
    const fetchMock = serveQuests();
    render(<Name id={undefined} />);
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(fetchMock).not.toHaveBeenCalled();
  });

  it("fetches once for equal inputs", async () => {
    const fetchMock = serve({ "GET /api/quests": [quest()] });
    function Both() {
      const first = useCall("listQuests", { query: { q: "oak", limit: 2 } });
      useCall("listQuests", { query: { limit: 2, type: undefined, q: "oak" } });
      return <p>{first.data?.[0]?.quest_name}</p>;
    }
    render(<Both />);
    await screen.findByText(quest().quest_name);
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it("refetches by the call's name and parameters", async () => {
    const fetchMock = serveQuests();
    render([<Name key={7} id={7} />, <Name key={8} id={8} />]);
    await screen.findByText("Springs");
    await act(() => refetch(["getQuest"], { id: 8 }));
    expect(callsOf(fetchMock).filter((address) => address.endsWith("/7"))).toHaveLength(1);
    expect(callsOf(fetchMock).filter((address) => address.endsWith("/8"))).toHaveLength(2);
    await act(() => refetch(["listQuests"]));
    expect(fetchMock).toHaveBeenCalledTimes(3);
    await act(() => refetch(["listQuests", "getQuest"]));
    expect(fetchMock).toHaveBeenCalledTimes(5);
  });

  it("shows a changed answer without fetching", async () => {
    const fetchMock = serveQuests();
    render(<Name id={7} />);
    await screen.findByText(quest().quest_name);
    await act(() => changeAnswer("getQuest", { params: { id: 7 } }, { ...quest(), quest_name: "Renamed" }));
    await screen.findByText("Renamed");
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });
});

describe("texts of quests", () => {
  const translated = { ...quest(), translations: { de: { quest_name: "Quellen" } } };
  beforeEach(() => void vi.spyOn(navigator, "languages", "get").mockReturnValue(["de"]));
  afterEach(() => vi.restoreAllMocks());

  it("[ENT-06] are in the reader's language wherever an answer has them; those who edit get them as written", async () => {
    serve({ "GET /api/quests": [translated], "GET /api/quests/7": translated });
    const input = { params: { id: 7 } };
    function Names() {
      const inList = useListInParts("listQuests", {}).items?.[0]?.quest_name;
      const { data, isLoading } = useCall("getQuest", input);
      const written = useCall("getQuest", input, { isAsWritten: true }).data?.quest_name;
      return <p>{[inList, isLoading, data?.quest_name, written].join()}</p>;
    }
    render(<Names />);
    await screen.findByText(`Quellen,false,Quellen,${quest().quest_name}`);
    expect((await call("getQuest", input)).quest_name).toBe(quest().quest_name);
  });
});

describe("a stored answer", () => {
  const keptAtMs = 1_000;
  const show = async (screenOf: ReactNode) => {
    serveQuests();
    noteAnswer("/api/quests/7", keptAtMs);
    render(screenOf);
    await screen.findByText(quest().quest_name);
  };
  afterEach(() => noteAnswer("/api/quests/7"));

  it("sets the age of the page", async () => {
    await show(<Name id={7} />);
    expect(staleSinceMs()).toBe(keptAtMs);
  });

  it("doesn't if it is aside", async () => {
    await show(<Name id={7} isAside />);
    expect(staleSinceMs()).toBeUndefined();
  });
});

describe("useAdventurerQuest", () => {
  function Quest() {
    const { quest: shown, record } = useAdventurerQuest("alice", 7);
    return <p>{shown && `${shown.quest_name}, ${record === null ? "not joined" : record?.status}`}</p>;
  }

  it("returns the plain quest if it is not joined, and doesn't fetch the record again", async () => {
    vi.useFakeTimers();
    const fetchMock = serve({
      "GET /api/adventurers/alice/quests/7": () => refusal(404, "not_joined"),
      "GET /api/quests/7": quest(),
    });
    render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Quest />
      </SWRConfig>,
    );
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    screen.getByText(`${quest().quest_name}, not joined`);
    expect(callsOf(fetchMock).filter((address) => address.includes("alice"))).toHaveLength(1);
  });

  it("returns the record as soon as the quest is joined", async () => {
    serve({
      "GET /api/adventurers/alice/quests/7": () => refusal(404, "not_joined"),
      "GET /api/quests/7": quest(),
    });
    render(<Quest />);
    await screen.findByText(`${quest().quest_name}, not joined`);
    await act(() => changeAnswer("getAdventurerQuest", { params: { username: "alice", id: 7 } }, joined()));
    await screen.findByText(`${quest().quest_name}, ${joined().status}`);
  });
});
