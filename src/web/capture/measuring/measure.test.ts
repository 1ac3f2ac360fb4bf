import { expect, it } from "vitest";
import { refusedAnswers } from "./measure.ts";

it("refusals are found by the path of their answer, in rows of up to three groups", () => {
  const errors = ["measurements.depth", "photo:days.0.stops.1.birds.2.picture", "measurements.days.0.stops"].map(
    (path) => ({ path, message: path }),
  );
  expect([...refusedAnswers(errors).keys()]).toEqual(["depth", "days.0.stops.1.birds.2.picture", "days.0.stops"]);
});
