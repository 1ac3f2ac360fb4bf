import { createEvent, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dataPoint, refusal, sampleDetail, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import { findTranslatable } from "../../../../test/web-translator.ts";
import type { ReviewPayload } from "../../../contract/reviews.ts";
import type { Neighbour, SampleDetail } from "../../../contract/samples.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { ApiError } from "../../foundation/api/api-error.ts";
import { forgetKept } from "../../foundation/api/kept-answers.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { SampleOverview } from "./sample-detail.tsx";

const idOf = (number: number) => `0b0e7c1e-9f5e-4b57-8d3e-0b2f6f3a9a0${number}`;
const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 10, minutes)).toISOString();
const reasons = [
  { decision: "change_requested", text: "Show the whole trunk, please." },
  { decision: "denied", text: "This is no tree." },
];

let account = "rita";
let letGo: () => void;
beforeEach(() => {
  standInBrowser();
  localStorage.clear();
  account = "rita";
  letGo = connectSession({
    getAccessToken: async () => "token",
    renewAccessToken: async () => undefined,
    getAccount: () => account,
  });
});
afterEach(() => {
  letGo();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function open(
  changes: Partial<SampleDetail> = {},
  {
    onDecide = async () => {},
    answers = {},
    ...rest
  }: {
    onDecide?: (review: ReviewPayload) => Promise<void>;
    answers?: object;
    isSecondLook?: boolean;
    mayTeach?: boolean;
  } = {},
) {
  const sample = sampleDetail(changes);
  const fetchMock = serve({
    [`GET /api/quest_data/${sample.id}/neighbours`]: { near: [], before: [], after: [] },
    "GET /api/organizations/1/review-reasons": reasons,
    ...answers,
  });
  let address = "";
  function Address() {
    const { pathname, search } = useLocation();
    address = `${pathname}${search}`;
    return null;
  }
  const view = render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter initialEntries={[`/admin_dashboard/samples/${sample.id}?state=denied`]}>
        <Address />
        <SampleOverview sample={sample} protocol={specificationForm("TREES")} onDecide={onDecide} {...rest} />
      </MemoryRouter>
    </SWRConfig>,
  );
  return { ...view, fetchMock, address: () => address };
}
const regionOf = (name: string | RegExp) => screen.findByRole("region", { name });
const comment = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: /deny it|should change/ });

describe("what speaks against a sample", () => {
  it("stands in the server's sentences, each with its weight in words, and a way to how it is found", async () => {
    open({
      evidence: [
        { code: "same_photo", weight: 10, sentence: "Bob has sent this photo before." },
        { code: "poor_accuracy", weight: 3, sentence: "It may be off by 42 m." },
        { code: "late", weight: 1, sentence: "It came late." },
      ],
      score: 14,
    });
    const against = within(await regionOf("Findings"));
    expect(against.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Bob has sent this photo before. High weight",
      "It may be off by 42 m. Medium weight",
      "It came late. Low weight",
    ]);
    expect(findTranslatable([sampleDetail().id])).toEqual([]);
    const link = against.getByRole("link", { name: "Score 14: about findings" });
    expect(link.getAttribute("href")).toBe("/admin_dashboard/evidence");
  });

  it("is said calmly where there is nothing", async () => {
    open();
    const against = within(await regionOf("Findings"));
    expect(against.getByText("No findings.")).toBeTruthy();
    expect(against.queryByRole("list")).toBeNull();
  });
});

describe("the photo", () => {
  const scaleOf = (image: HTMLElement) => Number(/scale\(([\d.]+)\)/.exec(image.style.transform)?.[1]);
  const photo = async () => {
    const frame = await regionOf("Sample photo, zoomable");
    return { frame, image: within(frame).getByRole("img") };
  };
  /** Whether the page may scroll by it. */
  const turn = (frame: HTMLElement, deltaY: number) => fireEvent.wheel(frame, { deltaY });
  const movePointer = (frame: HTMLElement) => {
    const move = createEvent.pointerMove(frame);
    // jsdom knows no movement.
    Object.defineProperty(move, "movementX", { value: 3 });
    fireEvent(frame, move);
  };
  const later = () => new Promise((resolve) => setTimeout(resolve, 300));

  it("leaves the wheel to the page unless the reader means the photo", async () => {
    open();
    const { frame, image } = await photo();
    expect(turn(frame, -100)).toBe(true);
    expect(scaleOf(image)).toBe(1);
    movePointer(frame);
    expect(turn(frame, 100), "a whole photo cannot shrink").toBe(true);
    expect(turn(frame, -100)).toBe(false);
    expect(scaleOf(image)).toBeGreaterThan(1);
    expect(turn(frame, 1000), "one turn of the wheel ends where the photo is whole").toBe(false);
    expect(turn(frame, 1000)).toBe(false);
    expect(scaleOf(image)).toBe(1);
    await later();
    fireEvent.scroll(document);
    movePointer(frame);
    expect(turn(frame, -100), "the page scrolls on under the pointer").toBe(true);
    frame.focus();
    expect(turn(frame, -100)).toBe(false);
  });

  it("obeys plus, minus, 0 and the arrows, and leaves the arrows to the page while it is whole", async () => {
    open();
    const { frame, image } = await photo();
    frame.focus();
    expect(fireEvent.keyDown(frame, { key: "ArrowDown" })).toBe(true);
    await userEvent.keyboard("++");
    expect(scaleOf(image)).toBe(2.25);
    await userEvent.keyboard("{ArrowRight}{ArrowDown}");
    expect(image.style.transform).toBe("translate(-60px, -60px) scale(2.25)");
    await userEvent.keyboard("-");
    expect(scaleOf(image)).toBe(1.5);
    await userEvent.keyboard("0");
    expect(image.style.transform).toBe("translate(0px, 0px) scale(1)");
  });

  it("grows at a double tap and is whole again at the next, and opens in the whole window", async () => {
    open();
    const { frame, image } = await photo();
    let atMs = 0;
    const tap = () => {
      atMs += 100;
      const where = { pointerId: 1, button: 0, clientX: 600, clientY: 400 };
      for (const event of [createEvent.pointerDown(frame, where), createEvent.pointerUp(frame, where)]) {
        Object.defineProperty(event, "timeStamp", { value: atMs });
        fireEvent(frame, event);
      }
    };
    tap();
    expect(scaleOf(image)).toBe(1);
    tap();
    expect(scaleOf(image)).toBe(2.5);
    tap();
    tap();
    expect(scaleOf(image)).toBe(1);
    await userEvent.click(screen.getByRole("button", { name: "Show the photo in the full window" }));
    const full = within(screen.getByRole("dialog"));
    expect(full.getByRole("img").getAttribute("src")).toBe("/api/photos/1/display");
    await userEvent.click(full.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("a sample that was answered", () => {
  const former = (revision: number, width: number, sha: string) => ({
    revision,
    created_at: at(0),
    coordinates: "21.9713,-159.3701",
    accuracy: 8,
    position_source: "device" as const,
    captured_at: null,
    protocol_version: null,
    additional_data: { tree_width: width },
    photos: dataPoint().photos.map((photo) => ({
      ...photo,
      image_data_presigned_url: `/old/${revision}`,
      sha256: sha.repeat(64),
    })),
  });
  const request = { decision: "change_requested" as const, reviewed_by: "rita", undone_at: null };
  const answered: Partial<SampleDetail> = {
    revision: 3,
    former_revisions: [former(2, 151, "b"), former(1, 1510, "b")],
    reviews: [
      { ...request, comment: "The whole trunk.", reviewed_at: at(20), revision: 2 },
      { ...request, decision: "accepted", comment: null, reviewed_at: at(15), revision: 2, undone_at: at(16) },
      { ...request, comment: "Is it 1510?", reviewed_at: at(10), revision: 1 },
    ],
  };

  it("shows the revision before beside the newest: what was asked, what differs and by how far, and both photos", async () => {
    open(answered);
    const revisions = within(await regionOf("Revision 3 next to revision 2"));
    const [asked] = revisions.getAllByText(/Requested change/);
    expect(asked?.closest("div")?.textContent).toContain("The whole trunk.");
    const [width, position] = revisions.getAllByRole("definition");
    expect(width?.querySelector("del")?.textContent).toBe("151 cm");
    expect(width?.querySelector("ins")?.textContent).toBe("187.5 cm");
    expect(position?.textContent).toContain("11 m away");
    const shown = revisions.getAllByRole("img").map((image) => [image.getAttribute("alt"), image.getAttribute("src")]);
    expect(shown).toEqual([
      ["Photo of the sample, revision 2", "/old/2"],
      ["Photo of the sample, revision 3", "/api/photos/1/display"],
    ]);
    // Folded, with the request that it answered.
    const older = revisions.getByText("Revision 2 next to revision 1").closest("details");
    expect(older?.open).toBe(false);
    expect(older?.textContent).toContain("Is it 1510?");
    expect(older?.textContent).toContain("Same photo.");
  });

  it("tells every decision with its revision, and says which was taken back", () => {
    open(answered);
    const taken = screen.getByText(/Undone on/).closest("li");
    expect(taken?.querySelector("del")?.textContent).toMatch(/Accepted.*rita.*revision 2/);
    expect(taken?.parentElement?.querySelectorAll("del")).toHaveLength(1);
  });

  it("hides the decisions at a second look, until it is decided", async () => {
    const onDecide = vi.fn(async () => {});
    open(
      { review: { ...request, decision: "denied", comment: "No.", reviewed_at: at(30) }, ...answered },
      { onDecide, isSecondLook: true },
    );
    expect(screen.queryByText("Denied")).toBeNull();
    expect(screen.queryByText("The whole trunk.")).toBeNull();
    expect(screen.getByText(/Decide independently/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: /^Accept/ }));
    expect(onDecide).toHaveBeenCalledWith({ decision: "accepted", comment: null });
    expect(await screen.findByText("Denied")).toBeTruthy();
  });
});

describe("what is around a sample", () => {
  const neighbour = (number: number, changes: Partial<Neighbour> = {}): Neighbour => ({
    id: idOf(number),
    coordinates: `21.97${number},-159.3701`,
    adventurer_id: "bob",
    is_same_adventurer: false,
    distance: 12.4 * number,
    measured_at: at(0),
    state: "accepted",
    measurements: [{ name: "tree_width", label: "Width", kind: "number", value: 61.5, unit: "cm" }],
    thumbnail_presigned_url: null,
    ...changes,
  });
  const own = { is_same_adventurer: true, adventurer_id: "alice" };
  const around = {
    near: [neighbour(2), neighbour(3, own)],
    before: [neighbour(4, { ...own, measured_at: at(-5) })],
    after: [neighbour(5, { ...own, measured_at: at(130) })],
  };
  const sample = { captured_at: at(0) };
  const answers = { [`GET /api/quest_data/${idOf(1)}/neighbours`]: around };

  it("stands in a list with distances, and on the map in shapes that lead to the list", async () => {
    const { address } = open(sample, { answers });
    const near = within(await regionOf("Nearby data points"));
    expect(near.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^25 m awaybob, .*61\.5 cmAccepted$/),
      expect.stringMatching(/^37 m awaySame volunteer, .*61\.5 cmAccepted$/),
    ]);
    const map = within(await regionOf("Map of the device's position"));
    const marks = map.getAllByRole("button", { name: /Data point of/ });
    expect(marks.map((mark) => [mark.getAttribute("aria-label"), mark.dataset.shape])).toEqual([
      ["Data point of bob, 25 m away", "triangle"],
      ["Data point of the same volunteer, 37 m away", "diamond"],
    ]);
    await userEvent.click(marks[1] as HTMLElement);
    const row = near.getByRole("link", { name: "Open the data point of alice, 37 m away" });
    expect(document.activeElement).toBe(row);
    expect(map.getByRole("button", { pressed: true, name: /same volunteer/ })).toBeTruthy();
    await userEvent.click(row);
    expect(address()).toBe(`/admin_dashboard/samples/${idOf(3)}?state=denied`);
  });

  it("tells the same person's points before and after, by time", async () => {
    open(sample, { answers });
    const walk = within(await regionOf("Same volunteer, before and after"));
    expect(walk.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "5 minutes before50 m away61.5 cm",
      "This one",
      "2 hours after62 m away61.5 cm",
    ]);
    const links = walk.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links).toEqual([4, 5].map((number) => `/admin_dashboard/samples/${idOf(number)}?state=denied`));
  });

  it("says when it cannot be had; the rest of the sample stands", async () => {
    open({}, { answers: { [`GET /api/quest_data/${idOf(1)}/neighbours`]: () => refusal(500, "internal_error") } });
    expect(await screen.findByText("The nearby data points couldn't be loaded.")).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Accept/ })).toBeTruthy();
  });
});

describe("messages", () => {
  it("stand from the oldest on with who wrote; one that does not go out stays, and is sent as the same", async () => {
    const sent: { text: string; id: string }[] = [];
    const message = { id: 1, author: "rita", is_reviewer: true, revision: 1, written_at: at(0), text: "Was it wet?" };
    open(
      { messages: [message, { ...message, id: 2, author: "alice", is_reviewer: false, text: "<b>No</b>." }] },
      {
        answers: {
          [`POST /api/quest_data/${idOf(1)}/messages`]: (_url: URL, init: RequestInit) => {
            sent.push(JSON.parse(String(init.body)));
            return sent.length === 1
              ? refusal(503, "unavailable", "The server is busy.")
              : new Response(JSON.stringify({ ...message, id: 3, text: "Thanks" }), { status: 201 });
          },
        },
      },
    );
    const thread = within(await regionOf("Messages"));
    expect(thread.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^ritaReviewer.*Was it wet\?$/),
      expect.stringMatching(/^aliceVolunteer.*<b>No<\/b>\.$/),
    ]);
    const field = thread.getByRole<HTMLTextAreaElement>("textbox", { name: "Write to the volunteer" });
    const send = thread.getByRole("button", { name: "Send message" });
    await userEvent.click(send);
    expect(thread.getByText("Write a message first.")).toBeTruthy();
    await userEvent.type(field, "Thanks");
    expect(thread.getByText("6 of 2000 characters")).toBeTruthy();
    await userEvent.click(send);
    expect(
      await thread.findByText("The message wasn't sent. The server is busy. Your text is still here."),
    ).toBeTruthy();
    expect(field.value).toBe("Thanks");
    await userEvent.click(send);
    await waitFor(() => expect(field.value).toBe(""));
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]).toEqual({ text: "Thanks", id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });
});

describe("a comment", () => {
  it("is begun by a reason of the organization, and may be changed", async () => {
    const onDecide = vi.fn(async () => {});
    open({}, { onDecide });
    await userEvent.click(screen.getByRole("button", { name: /^Request Change/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Show the whole trunk, please." }));
    expect(screen.queryByRole("button", { name: "This is no tree." })).toBeNull();
    await userEvent.type(comment(), " Thank you!");
    await userEvent.click(screen.getByRole("button", { name: "Send request" }));
    expect(onDecide).toHaveBeenCalledWith({
      decision: "change_requested",
      comment: "Show the whole trunk, please. Thank you!",
    });
  });

  it("is there again after the page was left, for the same person only, until it is sent", async () => {
    const begun = open();
    await userEvent.click(screen.getByRole("button", { name: /^Deny/ }));
    await userEvent.type(comment(), "Half a sen");
    begun.unmount();

    account = "otto";
    open().unmount();
    expect(screen.queryByRole("textbox", { name: "Why deny it?" })).toBeNull();

    account = "rita";
    const again = open();
    expect(comment().value).toBe("Half a sen");
    expect(screen.getByText("You started this comment earlier. It's only saved in this browser.")).toBeTruthy();
    // What goes on by keys goes on: nothing is typed into it by accident.
    expect(document.activeElement).toBe(document.body);
    await userEvent.click(screen.getByRole("button", { name: "Deny sample" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Why deny it?" })).toBeNull());
    again.unmount();
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it("is forgotten when its person signs out, and nobody else's is", async () => {
    const begin = async (as: string) => {
      account = as;
      const { unmount } = open();
      await userEvent.click(screen.getByRole("button", { name: /^Deny/ }));
      await userEvent.type(comment(), "Dark");
      unmount();
    };
    await begin("rita");
    await begin("rita:2");
    await forgetKept("rita").catch(() => {});
    expect(Object.keys(localStorage)).toEqual([`cairn_comment:rita%3A2:${idOf(1)}`]);
  });
});

describe("a decision that somebody else was faster with", () => {
  const late = (code: string, detail: string) => new ApiError(409, { code, detail });

  it("says what happened, keeps the comment, and waits for the reviewer to decide again", async () => {
    const onDecide = vi.fn(async () => {});
    onDecide.mockRejectedValueOnce(late("already_reviewed", "Bob accepted it at 10:25."));
    open({}, { onDecide });
    await userEvent.click(screen.getByRole("button", { name: /^Deny/ }));
    await userEvent.type(comment(), "Too dark.");
    await userEvent.click(screen.getByRole("button", { name: "Deny sample" }));
    expect((await screen.findByRole("alert")).textContent).toBe(
      "Your decision wasn't saved. Bob accepted it at 10:25.",
    );
    expect(screen.getByText(/Your comment is still here/)).toBeTruthy();
    expect(comment().value).toBe("Too dark.");
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard("a");
    expect(onDecide).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole("button", { name: "Decide again" }));
    await userEvent.click(screen.getByRole("button", { name: "Deny sample" }));
    expect(onDecide).toHaveBeenLastCalledWith({ decision: "denied", comment: "Too dark." });
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("or that was on a revision which is no longer the newest", async () => {
    const onDecide = () => Promise.reject(late("data_point_changed", "The volunteer has sent revision 2."));
    open({}, { onDecide });
    await userEvent.keyboard("a");
    expect((await screen.findByRole("alert")).textContent).toContain("The volunteer has sent revision 2.");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Accept/ }).disabled).toBe(true);
  });
});

describe("the lesson", () => {
  const passed = { version: 2, passed_at: "2026-05-03T12:00:00Z" };

  it("is told with the volunteer's name: who passed it when, and how well they measure", async () => {
    const calibration = { unit: "cm", count: 12, bias: 1.2, spread: 2.1 };
    open({
      lesson: {
        passed,
        calibrations: [
          calibration,
          { unit: "m", count: 1, bias: -0.5, spread: null },
          { ...calibration, unit: "kg", bias: 0 },
        ],
      },
    });
    expect(await screen.findByText("Passed the lesson on May 3, 2026 (version 2)")).toBeTruthy();
    expect(screen.getByText(saying("12 practice values: 1.2 cm too high on average, spread 2.1 cm."))).toBeTruthy();
    expect(screen.getByText(saying("1 practice value: 0.5 m too low on average."))).toBeTruthy();
    expect(screen.getByText(saying("12 practice values: right on average, spread 2.1 kg."))).toBeTruthy();
  });

  it("isn't passed yet, or the quest has none", async () => {
    const { unmount } = open({ lesson: { passed: null, calibrations: [] } });
    expect(await screen.findByText("Hasn't passed the lesson")).toBeTruthy();
    unmount();
    open();
    await screen.findByRole("heading", { name: /^Sample Overview/ });
    expect(screen.queryByText(/the lesson/)).toBeNull();
  });

  it("[CALL-62] can use a decided data point, for those who may change it", async () => {
    const review = { decision: "denied", comment: "Dark.", reviewed_by: "rita", reviewed_at: at(0) } as const;
    const use = { name: "Use in the lesson" };
    const shown = open({ review }, { mayTeach: true });
    expect((await screen.findByRole("link", use)).getAttribute("href")).toBe(
      `/admin_dashboard/quests/7/lesson?sample=${idOf(1)}`,
    );
    shown.unmount();
    for (const [changes, options] of [
      [{ review }, {}],
      [{ review: null }, { mayTeach: true }],
      [{ review, photos: [] }, { mayTeach: true }],
    ] as const) {
      const { unmount } = open(changes as Partial<SampleDetail>, options);
      await screen.findByRole("heading", { name: /^Sample Overview/ });
      expect(screen.queryByRole("link", use)).toBeNull();
      unmount();
    }
  });
});
