import { expect, it } from "vitest";
import { isUnexpected } from "../../protocol/check-value.ts";
import { findProblems } from "../../protocol/check-values.ts";
import type { Protocol } from "../../protocol/field.ts";
import { demoParticipations } from "./demo-samples.ts";
import { takePictures } from "./store-sample.ts";

const samples = demoParticipations.flatMap(({ username, quest, samples: all }) =>
  all.map((sample, index) => [`${username}, ${quest.quest_name}, ${index + 1}`, quest, sample] as const),
);

it.each(samples)("the values of %s are what its protocol asks for and expects", (_name, quest, sample) => {
  const protocol = (sample.isUnderFirstProtocol ? quest.firstProtocol : quest.protocol) as Protocol;
  const photoKeys = new Set(Object.keys(sample.fieldPhotos ?? {}));
  expect(findProblems(protocol, sample.values, photoKeys)).toEqual([]);
  const unexpected = protocol.fields.filter((field) => isUnexpected(field, sample.values[field.key]));
  expect(unexpected.map(({ key }) => key)).toEqual([]);
});

it("the same data point has the same pictures, whenever it is drawn", async () => {
  const sample = samples.map(([, , each]) => each).find(({ fieldPhotos }) => fieldPhotos);
  if (!sample) throw new Error("no sample with further photos");
  const point = { id: "a-point", username: "bob", questId: 1, measuredAt: new Date("2026-05-01T10:00:00Z") };
  const [once, again] = await Promise.all([takePictures(sample, point), takePictures(sample, point)]);
  expect([...once.keys()]).toHaveLength(2);
  expect(again).toEqual(once);
});
