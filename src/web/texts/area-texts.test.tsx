import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../../test/web-app.tsx";
import { english, type Language, pseudoLanguage } from "../../texts/languages.ts";
import { toPseudo } from "../../texts/pseudo.ts";
import { formatDate, formatMoment } from "../components/dates.ts";
import { formatAccuracy } from "../components/position-accuracy.ts";
import { Footer } from "../shell/footer.tsx";
import { InLanguage } from "../shell/in-language.tsx";
import { rich, t } from "./app.ts";
import { changeLanguage, currentLanguage } from "./area-texts.ts";
import { t as questsText } from "./quests.ts";

const choose = (language: Language) => act(() => changeLanguage(language));

afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await choose(english);
});

describe("the texts of the app", () => {
  it("are English at first, as the page declares", () => {
    expect(currentLanguage()).toBe(english);
    expect(t("app.findQuest")).toBe("Find a Quest");
    expect(questsText("quests.list.count", { count: 1 })).toBe("1 quest");
    expect(questsText("quests.list.count", { count: 0 })).toBe("No quests found");
  });

  it("change with the language, all areas at once, and the page declares it", async () => {
    await choose(pseudoLanguage);
    expect(t("app.findQuest")).toBe(toPseudo("Find a Quest"));
    expect(questsText("quests.list.count", { count: 2 })).toBe(`2 ${toPseudo("quests")}`);
    expect(document.documentElement.lang).toBe("en-XB");
    expect(document.documentElement.dir).toBe("rtl");
    expect(document.cookie).toContain("cairn_language=en-XB");

    await choose(english);
    expect(t("app.findQuest")).toBe("Find a Quest");
    expect(document.documentElement.dir).toBe("ltr");
  });

  it("are English if a language lacks them", async () => {
    const klingon: Language = { code: "tlh", ownName: "tlhIngan Hol", direction: "ltr", formatLocale: "en" };
    await choose(klingon);
    expect(t("app.findQuest")).toBe("Find a Quest");
  });

  it("contain tags, but never those of a value", () => {
    const { container } = render(
      <p>
        {rich(
          "app.account.signedInAs",
          { strong: (words) => <strong>{words}</strong> },
          { username: "<strong>eve</strong>" },
        )}
      </p>,
    );
    expect(container.textContent).toBe("Signed in as <strong>eve</strong>");
    expect(container.querySelectorAll("strong")).toHaveLength(1);
  });

  it("format dates and numbers by language", async () => {
    expect(formatDate("2031-05-09")).toBe("May 9, 2031");
    await choose(pseudoLanguage);
    expect(formatDate("2031-05-09")).toBe("9 במאי 2031");
    expect(formatMoment("2026-05-01T10:00:00Z")).toContain("במאי 2026");
    expect(formatAccuracy(1234)).toBe("\u2066± 1.2 km\u2069");
  });
});

describe("the language menu", () => {
  it("appears once there is more than one language", async () => {
    serve({});
    render(
      <MemoryRouter>
        <InLanguage>
          <Footer />
        </InLanguage>
      </MemoryRouter>,
    );
    expect(screen.queryByRole("combobox")).toBeNull();

    await choose(pseudoLanguage);
    const menu = await screen.findByRole("combobox", { name: toPseudo("Language") });
    await userEvent.selectOptions(menu, "English");
    await waitFor(() => expect(currentLanguage()).toBe(english));
    expect(screen.queryByRole("combobox")).toBeNull();
  });
});
