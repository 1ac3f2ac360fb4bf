// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useCallback, useRef, useState } from "react";
import { describe, expect, it } from "vitest";
import type { Field, GroupField, Protocol } from "../../../protocol/field.ts";
import { type Answer, type Answers, answersOf } from "../../foundation/answers/answers.ts";
import { fixedRowsOf, inRowOrder, movedRow, newRowId, pathInOrder } from "../../foundation/answers/rows.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { faultWords } from "./fault-words.ts";
import { focusField } from "./focus-field.ts";
import { answersOfPoint, readAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";

const asked = (key: string, kind: Field["kind"], label: string, more: object = {}) =>
  ({ key, kind, label, ...more }) as Field;

const birds = asked("birds", "group", "Bird", {
  repeat: { min: 1, max: 3 },
  row_label: "${count} × ${species}",
  fields: [
    asked("species", "text", "Species", { required: true }),
    asked("count", "integer", "How many?", { default: { expression: "1" } }),
    asked("double", "calculated", "Twice as many", { expression: "2 * ${count}" }),
    asked("young", "integer", "Young", { shown_when: { expression: "${count} > 1" } }),
    asked("picture", "photo", "Photo"),
  ],
}) as GroupField;
const survey: Protocol = {
  fields: [
    asked("site", "text", "Site"),
    asked("stops", "group", "Stop", { repeat: {}, fields: [asked("name", "text", "Name"), birds] }),
    asked("total", "calculated", "Total", { expression: "sum(${count})" }),
  ],
};
const walk: Protocol = { fields: [birds, asked("total", "calculated", "Total", { expression: "sum(${count})" })] };
const photo = new File(["a"], "a.jpg", { type: "image/jpeg" });

describe("the reading of rows", () => {
  it("has values in the order of rows, and paths of answers with the rows' ids", () => {
    const read = readAnswers(survey, {
      stops: ["4", "1"],
      "stops.4.birds": ["2", "0"],
      "stops.4.birds.0.species": "rail",
      "stops.4.birds.0.count": "3",
      "stops.4.birds.2.count": "x",
      "stops.4.birds.0.picture": photo,
      "stops.4.birds.1.count": "90",
      "stops.1.name": "Mole",
    });
    expect(read.values).toEqual({
      stops: [{ birds: [{}, { species: "rail", count: 3, double: 6 }] }, { name: "Mole" }],
      total: 3,
    });
    expect([...read.files.keys()]).toEqual(["stops.4.birds.0.picture"]);
    expect([...read.faults.keys()]).toEqual(["stops.4.birds.2.species", "stops.4.birds.2.count", "stops.1.birds"]);
    expect(read.paths.filter((path) => path.endsWith("young"))).toEqual(["stops.4.birds.0.young"]);
  });

  it("has rows in three groups", () => {
    const trail: Protocol = {
      fields: [
        asked("days", "group", "Day", { repeat: {}, fields: survey.fields.slice(1, 2) }),
        asked("end", "text", ""),
      ],
    };
    const read = readAnswers(trail, {
      days: ["2"],
      "days.2.stops": ["1"],
      "days.2.stops.1.birds": ["0", "3"],
      "days.2.stops.1.birds.3.species": "rail",
      "days.2.stops.1.birds.3.picture": photo,
    });
    const values = { days: [{ stops: [{ birds: [{}, { species: "rail" }] }] }] };
    expect(read.values).toEqual(values);
    expect([...read.files.keys()]).toEqual(["days.2.stops.1.birds.3.picture"]);
    expect(read.faults.has("days.2.stops.1.birds.0.species")).toBe(true);
    expect(answersOf(trail, values)).toMatchObject({ "days.0.stops.0.birds.1.species": "rail" });
  });

  it("has as many rows as an answer says, and keeps those beyond for a larger one", () => {
    const counted: Protocol = {
      fields: [
        asked("how_many", "integer", "How many?"),
        asked("trees", "group", "Tree", {
          repeat: { count: { expression: "${how_many}" } },
          fields: [asked("girth", "integer", "Girth", { required: true })],
        }),
      ],
    };
    const answers = { how_many: "2", "trees.0.girth": "30", "trees.1.girth": "40" };
    expect(readAnswers(counted, answers).values.trees).toEqual([{ girth: 30 }, { girth: 40 }]);
    expect(readAnswers(counted, { ...answers, how_many: "1" }).values.trees).toEqual([{ girth: 30 }]);
    expect([...readAnswers(counted, { ...answers, how_many: "3" }).faults.keys()]).toEqual(["trees.2.girth"]);
  });

  it("is the same for the answers that a data point's values become", () => {
    const values = {
      stops: [{ name: "Mole", birds: [{ species: "rail", count: 2, double: 4 }] }, { birds: [] }],
      total: 2,
    };
    const answers = answersOf(survey, values);
    expect(answers).toMatchObject({ stops: ["0", "1"], "stops.0.birds": ["0"], "stops.0.birds.0.species": "rail" });
    expect(readAnswers(survey, answers).values).toEqual({ ...values, stops: [values.stops[0], {}] });
    expect(answersOfPoint(walk, { birds: [{ species: "rail" }] })).toHaveProperty(["birds.0.count"], undefined);
  });

  it("needs no photo again that the data point has", () => {
    const required = { ...birds, fields: [asked("picture", "photo", "Photo", { required: true })] } as Field;
    const answers = { birds: ["0", "1"] };
    const { faults } = readAnswers({ fields: [required] }, answers, new Set(["birds.0.picture"]));
    expect([...faults.keys()]).toEqual(["birds.1.picture"]);
  });
});

describe("rows", () => {
  it("get an id that none has had, and keep it while they move", () => {
    expect(newRowId("birds", ["0", "3"], { "birds.5.count": "1", "stops.9.name": "x" })).toBe("6");
    expect(movedRow(["a", "b", "c"], "c", -1)).toEqual(["a", "c", "b"]);
    expect(movedRow(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
  });

  it("have their indexes as ids once the form is in order; answers of removed rows are gone", () => {
    const answers: Answers = {
      site: "x",
      stops: ["4", "1"],
      "stops.1.birds": ["7"],
      "stops.1.birds.7.species": "rail",
      "stops.2.name": "removed",
    };
    const { rows } = readAnswers(survey, answers);
    expect(inRowOrder(answers, rows)).toEqual({
      site: "x",
      stops: ["0", "1"],
      "stops.1.birds": ["0"],
      "stops.1.birds.0.species": "rail",
    });
    expect(pathInOrder("stops.4.birds.7.picture", rows)).toBeUndefined();
    expect(pathInOrder("hidden.4.picture", rows)).toBe("hidden.4.picture");
  });

  it("stay where they are up to the last with a saved photo", () => {
    expect([...fixedRowsOf(["file", "stops.1.birds.0.picture", "stops.0.birds.2.picture"])]).toEqual([
      ["stops", 2],
      ["stops.1.birds", 1],
      ["stops.0.birds", 3],
    ]);
  });
});

let read = readAnswers(walk, {});
function Form({ protocol, isTried = false }: { protocol: Protocol; isTried?: boolean }) {
  const [answers, setAnswers] = useState<Answers>({});
  const form = useRef<HTMLFormElement>(null);
  read = readAnswers(protocol, answers);
  const onAnswer = useCallback(
    (path: string, answer: Answer | undefined) => setAnswers((before) => ({ ...before, [path]: answer })),
    [],
  );
  return (
    <form ref={form}>
      <ProtocolSteps
        protocol={protocol}
        read={read}
        answers={answers}
        onAnswer={onAnswer}
        errors={isTried ? new Map([...read.faults].map(([path, fault]) => [path, faultWords(fault)])) : undefined}
        isAsked={isTried}
      />
      <button type="button" onClick={() => focusField(form.current, [...read.faults.keys()][0] ?? "")}>
        Go
      </button>
      <LiveRegion />
    </form>
  );
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const said = () => screen.getByTestId("live-region").textContent;
const heads = () =>
  [...document.querySelectorAll("[data-row] > [aria-expanded]")].map((head) => head.textContent?.replace(/^\d/, ""));

describe("a group that repeats", () => {
  it("has its rows as a list by their answers, of which one is open, with the defaults of each", async () => {
    render(<Form protocol={walk} />);
    expect(await screen.findByText("At least 1, at most 3")).toBeTruthy();
    await press("Add Bird");
    const species = await screen.findByLabelText("Species");
    await waitFor(() => expect(document.activeElement).toBe(species));
    expect(screen.getByLabelText(/^How many/)).toHaveProperty("value", "1");
    type(species, "rail");
    await press("Add another");
    await waitFor(() => expect(screen.getByLabelText("Species")).toHaveProperty("value", ""));
    expect(heads()).toEqual(["1 × rail", "1 × …"]);
    type(screen.getByLabelText("Species"), "heron");
    type(screen.getByLabelText(/^How many/), "4");
    expect(screen.getByLabelText(/^Young/)).toBeTruthy();
    expect(screen.getByRole("status", { name: "Total" }).textContent).toBe("5");
    await press("Done: 4 × heron");
    expect(screen.queryByLabelText("Species")).toBeNull();
    expect(document.activeElement?.textContent).toContain("4 × heron");
    await press("Add Bird");
    await press(/^Done/);
    expect(screen.queryByRole("button", { name: "Add Bird" })).toBeNull();
    expect(screen.getByText("You have added all 3.")).toBeTruthy();
  });

  it("moves, removes and returns a row, says so, and keeps the focus at hand", async () => {
    render(<Form protocol={walk} />);
    for (const name of ["rail", "heron", "teal"]) {
      await userEvent.click(await screen.findByRole("button", { name: /^Add / }));
      type(await screen.findByLabelText("Species"), name);
      await press(/^Done/);
    }
    await press(/teal/);
    await press("Move up: 1 × teal");
    expect(heads()).toEqual(["1 × rail", "1 × teal", "1 × heron"]);
    expect(said()).toContain("1 × teal is now 2 of 3");
    await waitFor(() => expect(document.activeElement).toHaveProperty("ariaLabel", "Move up: 1 × teal"));
    await press("Remove: 1 × teal");
    expect(read.values.birds).toHaveLength(2);
    const undo = screen.getByRole("button", { name: "Undo" });
    await waitFor(() => expect(document.activeElement).toBe(undo));
    await userEvent.click(undo);
    expect(heads()).toEqual(["1 × rail", "1 × teal", "1 × heron"]);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("a new row starts with the answers of the one before that are the same in each", async () => {
    const fields = birds.fields.map((field) => (field.key === "species" ? { ...field, same_as_last: true } : field));
    render(<Form protocol={{ fields: [{ ...birds, fields }] }} />);
    await userEvent.click(await screen.findByRole("button", { name: "Add Bird" }));
    type(await screen.findByLabelText("Species"), "rail");
    type(screen.getByLabelText(/^How many/), "4");
    await press("Add another");
    await waitFor(() => expect(heads()).toEqual(["4 × rail", "1 × rail"]));
  });

  it("opens the row of what is wrong, in a row of another group too", async () => {
    render(<Form protocol={survey} isTried />);
    await userEvent.click(await screen.findByRole("button", { name: "Add Stop" }));
    expect(screen.getByText("Add at least 1")).toBeTruthy();
    await press("Add Bird");
    await press("Done: 1 × …");
    expect(within(screen.getByRole("group", { name: "Bird" })).getByText("1 answer to check")).toBeTruthy();
    await press(/^Done: Stop 1/);
    expect(screen.queryByRole("group", { name: "Bird" })).toBeNull();
    await press("Go");
    const species = await screen.findByLabelText("Species");
    await waitFor(() => expect(document.activeElement).toBe(species));
  });
});
