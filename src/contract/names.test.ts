import { expect, it } from "vitest";
import { newOrganizationSchema } from "./organizations.ts";
import { nameText } from "./scalars.ts";

const name = nameText(1, 20);

it.each(["   ", "\u200b", "\u200b\u2060 \ufeff", "\u00ad", "\u3164", "\u2800", "\u0007", "\u{e0041}", "\u202e\u202c"])(
  "a name that shows nothing is none: %j",
  (blank) => expect(name.safeParse(blank).success).toBe(false),
);

it.each(["ا", "水", "é", "👩\u200d🌾", "نیم\u200cفاصله", "7", "-"])("a name that shows something is one: %j", (shown) =>
  expect(name.safeParse(shown).data).toBe(shown.normalize("NFC")),
);

it("an organization has one name, however its letters are composed", () => {
  const names = ["NFC", "NFD"].map(
    (form) =>
      newOrganizationSchema.parse({ organization_name: "Forêt".normalize(form), organization_email: "a@example.org" })
        .organization_name,
  );
  expect(names).toEqual(["Forêt", "Forêt"].map((each) => each.normalize("NFC")));
});
