import "../../../../test/web-database.ts";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { newDraft } from "../../outbox/new-records.ts";
import type { MeasuredRecord } from "../../outbox/record.ts";
import type { MeasurementState } from "../measuring/measurement-state.ts";
import { PhotoDoubts } from "./photo-doubts.tsx";

it("[DATA-17] a photo that is empty or can't be read, as of a cloud, says so and what to do; others don't", async () => {
  const show = (photo: File) => {
    const point = newDraft("alice", { id: 7, name: "Trees" }, 1);
    const state = { status: "ready", point, photos: { file: photo } } as unknown as MeasurementState<MeasuredRecord>;
    const measurement = { subscribe: () => () => {}, getSnapshot: () => state };
    return render(<PhotoDoubts photo={photo} camera={{ current: null }} measurement={measurement} />);
  };
  const lost = new File(["bytes"], "lost.heic");
  lost.arrayBuffer = () => Promise.reject(new DOMException("lost", "NotReadableError"));
  for (const photo of [new File([], "empty.heic"), lost]) {
    const { unmount } = show(photo);
    expect((await screen.findByRole("alert")).textContent).toMatch(
      /^This photo can't be read. It may only be in a cloud/,
    );
    unmount();
  }
  show(new File(["bytes"], "bark.jpg"));
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole("alert")).toBeNull();
});
