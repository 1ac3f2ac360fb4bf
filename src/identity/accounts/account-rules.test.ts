import { describe, expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import type { Saying } from "../../texts/saying.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { findEmailError, findPasswordError, findSignUpErrors, findUsernameError } from "./account-rules.ts";

const inEnglish = (saying: Saying | undefined) => saying && textsOf(english).say(saying);

describe("account rules", () => {
  it.each(["abc", "a.b_c-9", "x".repeat(40)])("take the username %s", (username) => {
    expect(findUsernameError(username)).toBeUndefined();
  });
  it.each(["ab", "x".repeat(41), "a b", "ä-umlaut", "a/b", "a@b", "<b>", "a\nb"])(
    "refuse the username %j",
    (username) => {
      expect(findUsernameError(username)).toBeDefined();
    },
  );
  it.each(["a@b.org", "first.last+tag@sub.example.co.uk", "a@localhost"])("take the address %s", (email) => {
    expect(findEmailError(email)).toBeUndefined();
  });
  it.each(["a", "@b.org", "a@", "a@b@c", "a b@c.org", "a@b..org", "a@-b.org", "a@b.org\nbcc: x@y", "<a>@b.org"])(
    "refuse the address %j",
    (email) => {
      expect(findEmailError(email)).toBeDefined();
    },
  );
  it("hold a password to its length, and to being more than the name", () => {
    expect(findPasswordError("a-fine-one", "ann", "ann@example.org")).toBeUndefined();
    expect(findPasswordError("ann-of-green", "ann-of-green", "x@example.org")).toBeDefined();
    expect(inEnglish(findPasswordError("1234567", "ann", "x@example.org"))).toContain("at least 8");
    expect(findPasswordError("aaaaaaaaaaaa", "ann", "x@example.org")).toBeDefined();
    expect(inEnglish(findPasswordError("x1!".repeat(100), "ann", "x@example.org"))).toContain("at most");
  });
  it("[IDENT-09] name what is empty in the words of the specification", () => {
    const { username, password } = findSignUpErrors({ username: "", email: "", password: "" });
    expect(inEnglish(username)).toBe("Username cannot be empty");
    expect(inEnglish(password)).toBe("Password cannot be empty");
  });
});
