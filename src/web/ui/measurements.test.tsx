// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts refer to answers with them
import { render, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { saying } from "../../../test/web-saying.ts";
import { defaultProtocol } from "../../protocol/default-protocol.ts";
import type { Field, Protocol } from "../../protocol/field.ts";
import { Measurements } from "./measurements.tsx";

const options = [
  { value: "a", label: { en: "Blue, or green" } },
  { value: "b", label: { en: "Brown" } },
];
const named = (key: string) => ({ key, label: { en: `Question ${key}` } });
const protocol: Protocol = {
  fields: [
    { ...named("number"), kind: "number", unit: "Cel" },
    { ...named("integer"), kind: "integer", unit: "1" },
    { ...named("choice"), kind: "choice", options },
    { ...named("choices"), kind: "choices", options },
    { ...named("yes"), kind: "yes_no" },
    { ...named("no"), kind: "yes_no" },
    { ...named("text"), kind: "text" },
    { ...named("date"), kind: "date" },
    { ...named("time"), kind: "time" },
    { ...named("unanswered"), kind: "text" },
  ] satisfies Field[],
};

function shown(of: Parameters<typeof Measurements>[0]["of"], under: Protocol) {
  const { container } = render(<Measurements of={of} protocol={under} className={undefined} />);
  return [...container.querySelectorAll("dl > div")].map((pair) => [
    pair.querySelector("dt")?.textContent,
    pair.querySelector("li")
      ? [...pair.querySelectorAll("li")].map(({ textContent }) => textContent)
      : pair.querySelector("dd")?.textContent?.replace("\u202f", " "),
  ]);
}

describe("the measurements of a data point", () => {
  it("are isolated, whatever language they are in", () => {
    const values = { text: "Was dark!", choices: ["a"] };
    const { container } = render(<Measurements of={values} protocol={protocol} className={undefined} />);
    const isolated = [...container.querySelectorAll("bdi")].map(({ textContent }) => textContent);
    expect(isolated).toEqual(["Question choices", "Blue, or green", "Question text", "Was dark!"]);
  });

  it("figures are not translated by browsers, words are", () => {
    const values = { number: 6.5, choice: "b" };
    const { container } = render(<Measurements of={values} protocol={protocol} className={undefined} />);
    const figures = [...container.querySelectorAll("dd > [translate=no]")].map(({ textContent }) => textContent);
    expect(figures).toEqual(["6.5 °C"]);
  });

  it("a line and an area have their size in words, how they came about, and a map", async () => {
    const fields: Field[] = [
      { key: "way", kind: "line", label: "Way" },
      { key: "plot", kind: "area", label: "Plot" },
    ];
    const way = {
      type: "LineString",
      coordinates: [
        [0, 0],
        [0, 0.001],
      ],
      accuracies: [4, 12.4],
      method: "walked",
    };
    const plot = {
      type: "Polygon",
      coordinates: [
        [
          [0, 0],
          [0.002, 0],
          [0, 0.002],
          [0, 0],
        ],
      ],
    };
    const { findByText, getByText } = render(
      <Measurements of={{ way, plot }} protocol={{ fields }} className={undefined} />,
    );
    expect(await findByText(saying("2 points · walked · points within ± 12 m"))).toBeTruthy();
    expect(getByText(saying("759 m around · 3 points"))).toBeTruthy();
    expect([getByText("111 m"), getByText("2.47 ha")]).toHaveLength(2);
  });

  it("each stand with the label and unit of their version, as people write them", () => {
    const values = {
      time: "14:05",
      date: "2031-05-31",
      number: -0.25,
      integer: 12_000,
      choice: "a",
      choices: ["b", "a"],
      yes: true,
      no: false,
      text: "Two lines,\nand 5 < 6.",
    };
    expect(shown(values, protocol)).toEqual([
      ["Question number", "-0.25 °C"],
      ["Question integer", "12000"],
      ["Question choice", "Blue, or green"],
      ["Question choices", ["Brown", "Blue, or green"]],
      ["Question yes", "Yes"],
      ["Question no", "No"],
      ["Question text", "Two lines,\nand 5 < 6."],
      ["Question date", "May 31, 2031"],
      ["Question time", "2:05 PM"],
    ]);
  });

  it("show the answers that options refer to, in rows too", async () => {
    const side = (key: string): Field => ({
      key,
      kind: "choice",
      label: "Side",
      options: [{ value: "n", label: "North of ${site}" }],
    });
    const fields: Field[] = [
      { key: "site", kind: "text", label: "Site" },
      side("side"),
      { key: "stops", kind: "group", label: "Stop", repeat: {}, fields: [side("stop_side")] },
    ];
    const values = { site: "**Mole**", side: "n", stops: [{ stop_side: "n" }] };
    const { findAllByText } = render(<Measurements of={values} protocol={{ fields }} className={undefined} />);
    await waitFor(async () => expect(await findAllByText("North of **Mole**")).toHaveLength(2));
  });

  it("begin with what was measured where they are brief, and else with the first question", () => {
    const labels = (isBrief: boolean, values: Parameters<typeof Measurements>[0]["of"]) => {
      const { container } = render(
        <Measurements of={values} protocol={protocol} className={undefined} isBrief={isBrief} />,
      );
      return [...container.querySelectorAll("dt")].map(({ textContent }) => textContent);
    };
    const asked: Protocol = { fields: [...protocol.fields].reverse() };
    const values = { text: "Mole", choice: "a", integer: 12, number: 6.5 };
    const brief = render(<Measurements of={values} protocol={asked} className={undefined} isBrief />);
    const words = [...brief.container.querySelectorAll("dt")].map(({ textContent }) => textContent);
    expect(words).toEqual(["Question integer", "Question text", "Question choice", "Question number"]);
    expect(labels(true, { text: "Mole", choice: "a" })).toEqual(["Question choice", "Question text"]);
    expect(shown(values, asked).map(([label]) => label)[0]).toBe("Question text");
  });

  it("show an option that the version does not have by its value", () => {
    expect(shown({ choice: "gone", choices: ["gone", "b"] }, protocol)).toEqual([
      ["Question choice", "gone"],
      ["Question choices", ["gone", "Brown"]],
    ]);
  });

  it("[DATA-03] of the specification's form are Width, Latitude, Longitude and Unknown; an identification is none", () => {
    const values = {
      tree_width: 187.5,
      user_supplied_latitude: 1.5,
      user_supplied_longitude: -2,
      shade: "deep",
      plant_id_data: { error: "none" },
    };
    expect(shown(values, defaultProtocol)).toEqual([
      ["Width", "187.5 cm"],
      ["Latitude", "1.5°"],
      ["Longitude", "-2°"],
      ["Unknown", "deep"],
    ]);
  });
});
