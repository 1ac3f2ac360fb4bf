import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rich, t } from "../../../../generated/web-texts/app.ts";
import { t as questsText } from "../../../../generated/web-texts/quests.ts";
import { t as mapText } from "../../../../generated/web-texts/quests-map.ts";
import { clientConfiguration, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { compileTexts } from "../../../texts/compile-texts.ts";
import appTexts from "../../../texts/en/app.json?raw";
import questsTexts from "../../../texts/en/quests.json?raw";
import { english, languageOf, pseudoLanguage } from "../../../texts/languages.ts";
import { toPseudo } from "../../../texts/pseudo.ts";
import { Footer } from "../../app/shell/footer.tsx";
import { InLanguage } from "../../app/shell/in-language.tsx";
import { formatDate, formatMoment } from "../../ui/dates.ts";
import { formatBytes } from "../../ui/format-bytes.ts";
import { areaWords } from "../../ui/geometry-words.ts";
import { formatAccuracy, metersWords } from "../../ui/position-words.tsx";
import { asFigures, currentLanguage, switchLanguage } from "./area-texts.ts";

const pseudoTexts = {
  app: compileTexts(JSON.parse(appTexts), toPseudo),
  quests: compileTexts(JSON.parse(questsTexts), toPseudo),
};
const choosePseudo = () => act(() => switchLanguage(pseudoLanguage, "1", pseudoTexts));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  act(() => switchLanguage(english, "", {}));
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no other API.
  document.cookie = "language=; max-age=0; path=/";
});

describe("the texts of the app", () => {
  it("are English at first, as the page declares", () => {
    expect(currentLanguage()).toBe(english);
    expect(t("app.findQuest")).toBe("Find a Quest");
    expect(questsText("quests.list.count", { count: 1 })).toBe("1 quest");
    expect(questsText("quests.list.count", { count: 0 })).toBe("No quests found");
  });

  it("change with the language, all areas at once, and the page declares it", () => {
    choosePseudo();
    expect(t("app.findQuest")).toBe(toPseudo("Find a Quest"));
    expect(questsText("quests.list.count", { count: 2 })).toBe(`2 ${toPseudo("quests")}`);
    expect(document.documentElement.lang).toBe("en-XB");
    expect(document.documentElement.dir).toBe("rtl");

    act(() => switchLanguage(english, "", {}));
    expect(t("app.findQuest")).toBe("Find a Quest");
    expect(document.documentElement.dir).toBe("ltr");
  });

  it("are English if a language lacks them", () => {
    act(() => switchLanguage(languageOf("tlh"), "1", {}));
    expect(t("app.findQuest")).toBe("Find a Quest");
  });

  it("are English where a translation can't be shown, such as one that the phone kept from before", () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const texts = compileTexts({
      "app.document.title": "{page, date}",
      "app.asOf": "{moment, spellout}",
      "app.account.signedInAs": "<strong>{username, number, ::.#}</strong>",
      "app.findQuest": "Aufgabe finden",
    });
    act(() => switchLanguage(languageOf("de"), "1", { app: texts }));
    for (let time = 0; time < 2; time++) expect(t("app.document.title", { page: "Ann" })).toBe("Ann · Cairn");
    expect(t("app.asOf", { moment: "noon" })).toBe("You're offline. Last updated noon.");
    const { container } = render(
      <p>{rich("app.account.signedInAs", { strong: (words) => words }, { username: "Ann" })}</p>,
    );
    expect(container.textContent).toBe("Signed in as Ann");
    expect(t("app.findQuest")).toBe("Aufgabe finden");
    expect(told).toHaveBeenCalledTimes(3);
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

  it("keep names of the other direction apart, also between marks", () => {
    expect(mapText("quests.map.moreDetailAbout", { questName: "شجرة (3)" })).toBe("about \u2068شجرة (3)\u2069");
    const marks = { strong: (words: string) => words };
    const { container } = render(<p>{rich("app.account.signedInAs", marks, { username: "شجرة" })}</p>);
    expect(container.textContent).toBe("Signed in as \u2068شجرة\u2069");
    act(() => switchLanguage(languageOf("ar"), "1", {}));
    expect(t("app.document.title", { page: "Blue Ridge (3)" })).toBe("\u2068Blue Ridge (3)\u2069 · Cairn");
  });

  it("format dates and numbers by language", () => {
    expect(formatDate("2031-05-09")).toBe("May 9, 2031");
    choosePseudo();
    expect(formatDate("2031-05-09")).toBe("9 במאי 2031");
    expect(formatMoment("2026-05-01T10:00:00Z")).toContain("במאי 2026");
  });

  it("format lengths and sizes in the reader's units, isolated where people read from right to left", () => {
    expect([metersWords(65), formatBytes(9_500), areaWords(340)]).toEqual(["65 m", "10 kB", "340 m²"].map(asFigures));
    act(() => switchLanguage(languageOf("de"), "1", {}));
    expect([formatAccuracy(1234), formatBytes(3_400_000)]).toEqual(["± 1,2 km", "3,4 MB"].map(asFigures));
    act(() => switchLanguage(languageOf("ar"), "1", {}));
    const isolated = [metersWords(2), metersWords(1234), areaWords(340), formatBytes(3_400_000), formatAccuracy(8)];
    expect(asFigures("2 م")).toBe("\u2060\u20682 م\u2069\u2060");
    expect(isolated).toEqual(["2 م", "1.2 كم", "340 م²", "3.4 م.ب", "± 8 م"].map(asFigures));
  });
});

const german = { code: "de", name: "Deutsch", share: 0.98, version: "2b" };
const inGerman = { app: { "app.findQuest": ["Aufgabe finden"] } };

function renderFooter(texts: unknown) {
  const languages = [{ code: "en", name: "English", share: 1, version: "1a" }, german];
  serve({ "GET /api/config": { ...clientConfiguration, languages }, "GET /api/texts/de": texts });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <InLanguage>
          <Footer isLater />
        </InLanguage>
      </MemoryRouter>
    </SWRConfig>,
  );
  return screen.findByRole("combobox", { name: "Language" });
}

describe("the choice of language", () => {
  it("names each in its own words, with its share, switches, and is remembered", async () => {
    const menu = await renderFooter(inGerman);
    expect([...menu.querySelectorAll("option")].map(({ textContent }) => textContent)).toEqual([
      "English",
      "Deutsch (98%)",
    ]);
    await userEvent.selectOptions(menu, "de");
    await waitFor(() => expect(currentLanguage()).toEqual(languageOf("de")));
    expect(t("app.findQuest")).toBe("Aufgabe finden");
    expect(document.documentElement.lang).toBe("de");
    expect(document.cookie).toContain("language=de");
    expect(localStorage.getItem("cairn-language")).toBe("de 2b de");
  });

  it("stays as it is if the texts can't be fetched, and says so", async () => {
    standInBrowser();
    const menu = await renderFooter(() => new Response(null, { status: 503 }));
    await userEvent.selectOptions(menu, "de");
    const dialog = await screen.findByRole("dialog", { name: "Language not changed" });
    expect(dialog.textContent).toContain("Deutsch isn't on this phone yet");
    expect(currentLanguage()).toBe(english);
    expect(document.cookie).not.toContain("language=");
  });
});
