import "../../../../test/web-database.ts";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory } from "fake-indexeddb";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { protocolWithAddedField } from "../../../../test/added-field.ts";
import { standInGeolocation } from "../../../../test/field-device.ts";
import { dataPoint, quest, sampleDetail, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { DeliveredPoint } from "../own-points/delivered-point.tsx";
import { SampleOverview } from "../review/sample-detail.tsx";
import { VersionedUploadForm } from "./versioned-upload-form.tsx";

const additional_data = { tree_width: 187.5, bark_depth: 4.25 };

beforeEach(() => {
  standInBrowser();
  serve({});
  vi.stubGlobal("indexedDB", new IDBFactory());
  URL.createObjectURL = () => "blob:preview";
  URL.revokeObjectURL = () => {};
  standInGeolocation({ latitude: 21.9712, longitude: -159.3701, accuracy: 8 });
});
afterEach(() => vi.unstubAllGlobals());

const pairsIn = (element: HTMLElement) =>
  [...(element.querySelector("dl")?.children ?? [])].map((pair) =>
    [...pair.children].map((part) => part.textContent).join(": "),
  );

describe("a field that is added to a protocol", () => {
  it("is asked for in the form, checked, kept as a draft, and saved", async () => {
    const open = () =>
      render(
        <VersionedUploadForm
          username="alice"
          quest={quest({ protocol: { ...protocolWithAddedField, version: 3 }, protocol_version: 3 })}
        />,
      );
    const view = open();
    const depth = await screen.findByRole<HTMLInputElement>("textbox", { name: /Depth of the bark/ });
    expect([depth.inputMode, depth.parentElement?.textContent]).toEqual(["decimal", "mm"]);
    expect(screen.getByText("In its deepest furrow.")).toBeTruthy();
    expect(screen.getByText(saying("0.5 to 300 mm"))).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
    expect(await screen.findAllByText("Required")).toHaveLength(2);
    await userEvent.type(depth, "4,25");
    await userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
    expect(await screen.findByText("Use steps of 0.1 mm: 4.2 mm or 4.3 mm")).toBeTruthy();
    await userEvent.type(depth, "{Backspace}");
    view.unmount();

    open();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/bark/).value).toBe("4,2"));
    await userEvent.upload(screen.getByLabelText(/photo/i), new File(["bytes"], "bark.jpg", { type: "image/jpeg" }));
    await userEvent.type(screen.getByLabelText(/circumference/i), "187.5");
    await userEvent.click(screen.getByRole("button", { name: "Add Data Point" }));
    expect(await screen.findByText("Saved on this phone")).toBeTruthy();
    expect(await listRecords("alice")).toMatchObject([
      { state: "waiting", values: { tree_width: 187.5, bark_depth: 4.2 }, protocolVersion: 3 },
    ]);
  });

  it("is shown in the volunteer's list", () => {
    render(
      <DeliveredPoint
        point={{ number: 1, dataPoint: { ...dataPoint({ additional_data, protocol_version: 3 }), number: 1 } }}
        quest={quest({ protocol: { ...protocolWithAddedField, version: 3 }, protocol_version: 3 })}
        onReload={() => {}}
        onAct={undefined}
      />,
    );
    expect(pairsIn(document.body)).toEqual(["Circumference: 187.5 cm", "Depth of the bark: 4.25 mm"]);
  });

  it("is shown to the reviewer", () => {
    render(
      <MemoryRouter>
        <SampleOverview
          sample={sampleDetail({ additional_data })}
          protocol={protocolWithAddedField}
          onDecide={async () => {}}
        />
      </MemoryRouter>,
    );
    const overview = screen.getByRole("region", { name: /Sample Overview/ });
    expect(within(overview).getByText("Depth of the bark")).toBeTruthy();
    expect(pairsIn(overview)).toEqual(["Circumference: 187.5 cm", "Depth of the bark: 4.25 mm"]);
  });
});
