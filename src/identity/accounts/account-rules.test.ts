import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { english } from "../../texts/languages.ts";
import type { Saying } from "../../texts/saying.ts";
import { textsOf } from "../../texts/texts-of.ts";
import { findEmailError, findPasswordError, findSignUpErrors, findUsernameError } from "./account-rules.ts";

const inEnglish = (saying: Saying | undefined) => saying && textsOf(english).say(saying);

describe("account rules", () => {
  it.each(["abc", "a.b_c-9", "x".repeat(40)])("accept the username %s", (username) => {
    expect(findUsernameError(username)).toBeUndefined();
  });
  it("refuse names without a letter or digit, our own, and such as erased people have", () => {
    const marks = fc
      .array(fc.constantFrom(".", "_", "-"), { minLength: 3, maxLength: 40 })
      .map((each) => each.join(""));
    const erased = fc.tuple(fc.constantFrom("-", "_", "."), fc.stringMatching(/^[0-9a-z]{1,16}$/));
    fc.assert(fc.property(marks, (name) => inEnglish(findUsernameError(name)) === "Use at least one letter or digit"));
    fc.assert(fc.property(erased, ([mark, rest]) => findUsernameError(`former${mark}${rest}`) !== undefined));
    for (const name of ["new", "system"]) expect(inEnglish(findUsernameError(name))).toContain("reserved");
    for (const name of ["new1", "formerly", "the-system", "a.."]) expect(findUsernameError(name)).toBeUndefined();
  });
  it.each(["ab", "x".repeat(41), "a b", "ä-umlaut", "a/b", "a@b", "<b>", "a\nb"])(
    "reject the username %j",
    (username) => {
      expect(findUsernameError(username)).toBeDefined();
    },
  );
  it.each(["a@b.org", "first.last+tag@sub.example.co.uk", "a@localhost"])("accept the address %s", (email) => {
    expect(findEmailError(email)).toBeUndefined();
  });
  it.each(["a", "@b.org", "a@", "a@b@c", "a b@c.org", "a@b..org", "a@-b.org", "a@b.org\nbcc: x@y", "<a>@b.org"])(
    "reject the address %j",
    (email) => {
      expect(findEmailError(email)).toBeDefined();
    },
  );
  it("check a password's length, and that it isn't the name", () => {
    expect(findPasswordError("a-fine-one-x", "ann", "ann@example.org")).toBeUndefined();
    expect(findPasswordError("ann-of-green", "ann-of-green", "x@example.org")).toBeDefined();
    expect(inEnglish(findPasswordError("kx7-Qw2_mn4", "ann", "x@example.org"))).toContain("at least 12");
    expect(inEnglish(findPasswordError("x1!".repeat(100), "ann", "x@example.org"))).toContain("at most");
  });
  it.each([
    ["of a breach", "PolniyPizdec0211"],
    ["a word of a list, and a number", "Password1234"],
    ["a keyboard row", "qwertyuiop12"],
    ["a repetition", "hunter2hunter2"],
    ["one letter", "aaaaaaaaaaaa"],
    ["the name, and a number", "ann-of-green1"],
  ])("reject the guessable password %s", (_kind, password) => {
    const error = findPasswordError(password, "ann-of-green", "x@example.org");
    expect(inEnglish(error)).toBe("This password is easy to guess or known from a data leak. Choose another one");
  });

  it("accept an unguessable password of any length, without checking all of it", () => {
    expect(findPasswordError("correct horse battery", "ann", "x@example.org")).toBeUndefined();
    expect(findPasswordError("@4a$5s1!i3eE0oO".repeat(17), "ann", "x@example.org")).toBeUndefined();
  });

  it("[IDENT-09] report empty fields in the specification's words", () => {
    const { username, password } = findSignUpErrors({ username: "", email: "", password: "" });
    expect(inEnglish(username)).toBe("Username cannot be empty");
    expect(inEnglish(password)).toBe("Password cannot be empty");
  });
});
