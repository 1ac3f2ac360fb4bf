import { expect, it } from "vitest";
import { mailAddress } from "./scalars.ts";

it.each(["ann@example.org", "a.b+c@müller.de", "info@сайт.рф", "x@xn--80aswg.xn--p1ai"])("takes %s", (address) => {
  expect(mailAddress.safeParse(address).success).toBe(true);
});

it.each([
  "ann@example",
  "ann@ex ample.org",
  "ann..b@example.org",
  "@example.org",
  "ann@-a.org",
  "a@b.c",
  "é@example.org",
])("refuses %s", (address) => {
  expect(mailAddress.safeParse(address).success).toBe(false);
});
