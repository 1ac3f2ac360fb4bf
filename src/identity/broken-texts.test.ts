import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpBrowser } from "../../test/http-browser.ts";
import { usingAliceAndAdmin } from "../../test/identity-test-data.ts";
import { SignInJourney } from "../../test/sign-in-journey.ts";
import { addLanguages, readMessages } from "../texts/texts-of.ts";

const server = usingAliceAndAdmin();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-languages-"));
});
afterAll(async () => {
  addLanguages(await mkdtemp(join(tmpdir(), "cairn-languages-")));
  await rm(folder, { recursive: true });
});

/** Each value of each text of the hosted pages and emails, in another format. */
async function installGerman(format: string): Promise<number> {
  await mkdir(join(folder, "de"), { recursive: true });
  let count = 0;
  for (const area of ["identity", "mails", "refusals"]) {
    const ofArea = Object.entries(readMessages("en")).filter(([key]) => key.startsWith(`${area}.`));
    const broken = ofArea.flatMap(([key, message]) => {
      const changed = message.replaceAll(/\{(\w+)\}/g, `{$1, ${format}}`);
      return changed === message ? [] : [[key, changed]];
    });
    count += broken.length;
    await writeFile(join(folder, "de", `${area}.json`), JSON.stringify(Object.fromEntries(broken)));
  }
  return count;
}

describe("[CALL-69] texts of an installation that can't be shown", () => {
  it.each(["date", "time", "number", "number, ::.##", "spellout"])(
    "as with {name, %s}, leave every hosted page in one of Cairn's own languages, and are told",
    async (format) => {
      const count = await installGerman(format);
      const problems = addLanguages(folder);
      expect(count).toBeGreaterThan(50);
      expect(problems.filter(({ isUsed }) => !isUsed)).toHaveLength(Math.min(count, 101));
      expect(problems[0]).toEqual({
        file: join(folder, "de/identity.json"),
        key: expect.stringMatching(/^identity\./),
        why: expect.stringMatching(/^has \{/),
      });
      const browser = new HttpBrowser();
      const { page } = await new SignInJourney(server.publicUrl, browser).start({ ui_locales: "de" });
      for (const path of ["", "/sign-in", "/sign-up", "/forgot-password"]) {
        const shown = await browser.open(`${page.url}${path}`);
        expect(shown.status, path).toBe(200);
        expect(shown.markup).toContain('<html lang="de"');
      }
      expect((await browser.open(`${server.publicUrl}/logout?ui_locales=de`)).status).toBe(200);
    },
  );
});
