import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ChoiceField, Field, Option } from "../../../protocol/field.ts";
import { ProtocolField } from "./protocol-field.tsx";

const draw = (field: Field) => render(<ProtocolField field={field} answer={undefined} onAnswer={() => {}} />);
const picture = (alt: string) => ({ id: `0190a1b2-${alt}`, alt, width: 640, height: 480 });
const options = (count: number): Option[] =>
  Array.from({ length: count }, (_each, index) => ({
    value: `leaf_${index}`,
    label: `Leaf ${index}`,
    picture: picture(`shape ${index}`),
  }));
const choice = (count: number): ChoiceField => ({
  key: "leaf",
  kind: "choice",
  label: "Leaf",
  picture: picture("an oak"),
  options: options(count),
});

it("shows the pictures of a question and its options with their size, once they are near", () => {
  draw(choice(2));
  const shown = screen.getByRole("img", { name: "an oak" });
  expect(shown.getAttribute("src")).toBe("/api/pictures/0190a1b2-an%20oak");
  for (const [name, value] of Object.entries({ width: "640", height: "480", loading: "lazy" })) {
    expect(shown.getAttribute(name), name).toBe(value);
  }
  expect(screen.getByRole("radio", { name: "Leaf 1 shape 1" })).toBeDefined();
});

it("shows up to 24 options with pictures at once, and more by a search", async () => {
  const { container, unmount } = draw(choice(24));
  expect(container.querySelectorAll("input[type=radio]")).toHaveLength(24);
  unmount();
  draw(choice(25));
  fireEvent.click(await screen.findByLabelText(/^Leaf/, { selector: "input" }));
  expect((await screen.findByAltText("shape 0")).parentElement?.textContent).toMatch(/^\s+Leaf 0$/);
});

it("shows the pictures of notes, and of what is put in order", async () => {
  draw({ key: "look", kind: "note", label: "Look at the bark.", picture: picture("bark") });
  expect(screen.getByRole("img", { name: "bark" })).toBeDefined();
  const { container } = draw({ key: "order", kind: "rank", label: "Order", options: options(3) });
  await screen.findByRole("button", { name: /Leaf 2/ });
  expect(container.querySelectorAll("img")).toHaveLength(3);
});

it("offers the sounds of questions and options, up to 24 of them at once", async () => {
  const sound = (alt: string) => ({ id: `0190a1b2-${alt}`, alt });
  const called = (count: number): ChoiceField => ({
    key: "bird",
    kind: "choice",
    label: "Which bird?",
    sound: { ...sound("dawn"), seconds: 65 },
    options: Array.from({ length: count }, (_each, index) => ({
      value: `bird_${index}`,
      label: `Bird ${index}`,
      sound: sound(`song ${index}`),
    })),
  });
  const { container } = draw(called(24));
  expect((await screen.findByRole("button", { name: "Play: dawn" })).textContent).toBe("dawn1:05");
  expect(screen.getByRole("button", { name: "Play: song 23" })).toBeDefined();
  // The button is not part of the option's name.
  expect(screen.getByRole("radio", { name: "Bird 23" })).toBeDefined();
  expect(container.querySelectorAll("input[type=radio]")).toHaveLength(24);
});
