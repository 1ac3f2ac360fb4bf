import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { standInGeolocation } from "../../../test/field-device.ts";
import {
  asAdmin,
  asAdventurer,
  asTester,
  asVisitor,
  refusal,
  renderApp,
  serve,
  standInBrowser,
} from "../../../test/web-app.tsx";

const gps = "/test_gps";
const plantId = "/test_web_app_phone_and_plant_id";
const place = { latitude: 46.28, longitude: 13.88, accuracy: 12 };

beforeAll(() => import("./test-pages.tsx"));
beforeEach(() => {
  standInBrowser();
  standInGeolocation(place);
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
});
afterEach(() => vi.unstubAllGlobals());

describe("access to the test pages", () => {
  it.each([gps, plantId])("[ROUTE-05] [ROUTE-06] %s redirects everybody else home", async (path) => {
    serve({ "GET /api/adventurers/alice/quests": [] });
    const visitor = renderApp(path, asVisitor());
    await waitFor(() => expect(visitor.address()).toBe("/"));
    visitor.unmount();
    const adventurer = renderApp(path, asAdventurer());
    await waitFor(() => expect(adventurer.address()).toBe("/"));
    adventurer.unmount();
    // An admin is no tester.
    serve({ "GET /api/adventurers/admin/quests": [] });
    const admin = renderApp(path, asAdmin());
    await waitFor(() => expect(admin.address()).toBe("/"));
  });

  it.each([gps, plantId])("[ROUTE-07] %s shows Loading... while the role is unknown", async (path) => {
    serve({});
    const { address } = renderApp(path, asVisitor({ status: "unknown" }));
    expect(await screen.findByText("Loading...")).toBeTruthy();
    expect(address()).toBe(path);
  });
});

describe("the GPS test", () => {
  const figure = async (name: string) =>
    (await screen.findByText(name, { selector: "dt" })).nextElementSibling?.textContent;

  it("[ROUTE-05] [GPS-01] [GPS-02] shows the browser's position, on a map of 400 by 400", async () => {
    serve({});
    renderApp(gps, asTester());
    expect(await figure("Latitude")).toBe("46.28");
    expect(await figure("Longitude")).toBe("13.88");
    const map = screen.getByRole("img", { name: "Map with a pin at 46.28, 13.88" });
    expect(map.getAttribute("src")).toBe("/api/static_map?coordinates=46.28%2C13.88");
    expect([map.getAttribute("width"), map.getAttribute("height")]).toEqual(["400", "400"]);
  });

  it("[GPS-01] [GPS-04] shows the states retrieving and failed, without a report form", async () => {
    const geolocation = standInGeolocation(undefined);
    geolocation.getCurrentPosition.mockImplementationOnce(() => {});
    serve({});
    renderApp(gps, asTester());
    expect(await figure("Latitude")).toBe("retrieving");
    await userEvent.click(screen.getByRole("checkbox", { name: /High accuracy/ }));
    expect(await figure("Latitude")).toBe("error retrieving");
    expect(screen.queryByText("Flag a poorly identified location")).toBeNull();
  });

  it("[GPS-01] says when geolocation is unavailable", async () => {
    Object.defineProperty(navigator, "geolocation", { configurable: true, value: undefined });
    serve({});
    renderApp(gps, asTester());
    expect(await figure("Latitude")).toBe("geolocation unavailable");
  });

  it("[GPS-03] [GPS-07] asks again on Refresh and with high accuracy, 20000 ms at most", async () => {
    const geolocation = standInGeolocation(place);
    serve({});
    renderApp(gps, asTester());
    await figure("Latitude");
    expect(screen.getByText("uses more of device battery")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
    await userEvent.click(screen.getByRole("checkbox", { name: /High accuracy/ }));
    const options = geolocation.getCurrentPosition.mock.calls.map(([, , asked]) => [
      asked?.timeout,
      asked?.enableHighAccuracy,
    ]);
    expect(options).toEqual([
      [20_000, false],
      [20_000, false],
      [20_000, true],
    ]);
  });

  async function flag(answer: unknown) {
    const fetchMock = serve({ "POST /api/test_feature_test_gps": answer });
    renderApp(gps, asTester());
    const form = within(await screen.findByRole("form", { name: "Flag a poorly identified location" }));
    const boxes = form.getAllByRole<HTMLInputElement>("checkbox");
    expect(boxes.map(({ name, checked }) => [name, checked])).toEqual([
      ["highAccuracySolved", false],
      ["sameAsNative", true],
    ]);
    await userEvent.type(form.getByLabelText(/^Location/), "On the jetty");
    await userEvent.type(form.getByLabelText("Details"), "In the lake.");
    await userEvent.click(form.getByRole("button", { name: "Flag Poor ID" }));
    return fetchMock;
  }

  it("[GPS-04] [GPS-05] reports a bad position", async () => {
    const fetchMock = await flag(
      new Response(
        JSON.stringify({
          id: 1,
          coordinates: [46.28, 13.88],
          highAccuracySolved: false,
          sameAsNative: true,
          location: "On the jetty",
          details: "In the lake.",
        }),
        { status: 201 },
      ),
    );
    expect(await screen.findByText("bad gps ID reported")).toBeTruthy();
    const sent = fetchMock.mock.calls.find(([, init]) => init?.method === "POST")?.[1]?.body;
    expect(JSON.parse(String(sent))).toEqual({
      coordinates: [46.28, 13.88],
      highAccuracySolved: false,
      sameAsNative: true,
      location: "On the jetty",
      details: "In the lake.",
    });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Location/).value).toBe(""));
  });

  it("[GPS-06] says when the report failed, and keeps it", async () => {
    await flag(() => refusal(500, "internal_error", "Something went wrong."));
    expect(await screen.findByText("Error flagging poor ID: An error occurred while fetching the data.")).toBeTruthy();
    expect(screen.getByText("Something went wrong.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Location/).value).toBe("On the jetty");
  });
});

describe("the plant ID test", () => {
  const results = [
    { score: 0.912, species: { scientificName: "Tilia cordata", commonNames: ["Lime", "Linden"] } },
    { score: 0.05, species: { scientificName: "Ulmus glabra", commonNames: [] } },
  ];
  const picture = () => new File(["leaf"], "leaf.jpg", { type: "image/jpeg" });

  async function choose(answer: unknown) {
    const fetchMock = serve({ "POST /api/plant_id": answer });
    renderApp(plantId, asTester());
    const input = await screen.findByLabelText<HTMLInputElement>("Photo of a plant");
    expect([input.accept, input.multiple, input.getAttribute("capture")]).toEqual(["image/*", false, "environment"]);
    expect(screen.queryByRole("button", { name: "submit this image" })).toBeNull();
    fireEvent.change(input, { target: { files: [picture()] } });
    expect(await screen.findByRole("img", { name: "The plant to identify" })).toBeTruthy();
    return fetchMock;
  }

  it("[ROUTE-06] [PLANT-01] previews one image, submits it, and clears it", async () => {
    let answer: (body: unknown) => void = () => {};
    const fetchMock = await choose(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await userEvent.click(screen.getByRole("button", { name: "submit this image" }));
    const busy = await screen.findByRole<HTMLButtonElement>("button", { name: "submitting" });
    expect(busy.disabled).toBe(true);
    answer({ results, remainingIdentificationRequests: 499 });
    expect(await screen.findByRole("button", { name: "submit this image" })).toBeTruthy();
    const sent = fetchMock.mock.calls.find(([, init]) => init?.method === "POST")?.[1]?.body as FormData;
    expect([...sent.keys()]).toEqual(["image"]);
    await userEvent.click(screen.getByRole("button", { name: "clear image" }));
    expect(screen.queryByRole("img", { name: "The plant to identify" })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Best match" })).toBeNull();
  });

  it("[PLANT-02] [PLANT-03] [PLANT-04] shows the remaining requests, the best match, and all matches", async () => {
    await choose({ results, remainingIdentificationRequests: 499 });
    await userEvent.click(screen.getByRole("button", { name: "submit this image" }));
    const best = within(await screen.findByRole("region", { name: "Best match" }));
    expect(screen.getByText(/Remaining identification requests for today:/).closest("p")?.textContent).toContain("499");
    expect(best.getByText("Tilia cordata")).toBeTruthy();
    expect(best.getByText("Lime, Linden")).toBeTruthy();
    expect(best.getByText(/91\.2 %/)).toBeTruthy();
    const all = within(screen.getByRole("region", { name: "All results" })).getAllByRole("listitem");
    expect(all).toHaveLength(2);
    expect(all[1]?.textContent).toMatch(/Ulmus glabra.*none.*5\.0 %/);
  });

  it("[PLANT-05] a not-ok response is a failure", async () => {
    await choose(() => refusal(503, "plant_id_not_configured", "Not configured."));
    await userEvent.click(screen.getByRole("button", { name: "submit this image" }));
    expect(await screen.findByText("error:An error occurred while fetching the data.")).toBeTruthy();
    expect(screen.getByText("Not configured.")).toBeTruthy();
  });

  it.each([
    { results: [], remainingIdentificationRequests: 498, error: true, message: "Species not found" },
    { error: true, message: "Species not found" },
  ])("[PLANT-05] an error flag in the body is a failure with its message: %j", async (answer) => {
    await choose(answer);
    await userEvent.click(screen.getByRole("button", { name: "submit this image" }));
    expect(await screen.findByText("error:Species not found")).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "Results" })).toBeNull();
  });

  it("says beforehand when it is not configured", async () => {
    serve({});
    renderApp(plantId, asTester());
    expect(await screen.findByText("Plant identification isn't configured on this server.")).toBeTruthy();
  });
});
