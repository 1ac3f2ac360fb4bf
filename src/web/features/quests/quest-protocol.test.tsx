// biome-ignore-all lint/suspicious/noTemplateCurlyInString: labels refer to answers with them
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { english, languageOf } from "../../../texts/languages.ts";
import { switchLanguage } from "../../foundation/texts/area-texts.ts";
import { QuestProtocol } from "./quest-protocol.tsx";

afterEach(() => switchLanguage(english, "", {}));

it("shows labels in plain words: an answer that they refer to is the label of its question", () => {
  const fields = [
    { key: "site", kind: "text", label: { en: "Name of the site" } },
    { key: "adults", kind: "integer", label: "Adults at ${site}" },
    { key: "young", kind: "integer", label: { en: "Young of ${adults}, ${nothing}" }, unit: "{birds}" },
  ] as const;
  render(<QuestProtocol protocol={{ fields }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Name of the site",
    "Adults at [Name of the site]",
    "Young of [Adults at …], ${nothing} (birds)",
  ]);
});

it("isolates a unit where people read from right to left: °C, not C°", () => {
  switchLanguage(languageOf("ar"), "", {});
  const heat = { key: "heat", kind: "number", label: "حرارة الماء", unit: "Cel" } as const;
  render(<QuestProtocol protocol={{ fields: [heat] }} />);
  expect(screen.getByRole("listitem").textContent).toBe("حرارة الماء (\u2068°C\u2069)");
});

it("shows six questions, and the others at a press; the same press then shows less", () => {
  const fields = Array.from(
    { length: 8 },
    (_, index) => ({ key: `q${index}`, kind: "text", label: `Question ${index}` }) as const,
  );
  const { container } = render(<QuestProtocol protocol={{ fields }} />);
  const summary = container.querySelector("summary");
  expect(summary?.textContent).toBe("2 more");
  const toggle = (open: boolean) => {
    const details = container.querySelector("details");
    if (!details) throw new Error("the others are folded");
    details.open = open;
    fireEvent(details, new Event("toggle"));
  };
  toggle(true);
  expect(summary?.textContent).toBe("Less");
  toggle(false);
  expect(summary?.textContent).toBe("2 more");
});
