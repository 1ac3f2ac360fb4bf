import { describe, expect, it } from "vitest";
import { findDeprecated, readAudit } from "./known-holes.ts";

describe("the check for known vulnerabilities", () => {
  it("names each package, the severity and the reason", () => {
    const report = {
      vulnerabilities: {
        lib: { name: "lib", severity: "high", via: [{ title: "Reads any file" }] },
        user: { name: "user", severity: "high", via: ["lib"] },
      },
    };
    expect(readAudit(JSON.stringify(report))).toEqual({
      ran: true,
      holes: [
        { name: "lib", severity: "high", title: "Reads any file" },
        { name: "user", severity: "high", title: "by way of lib" },
      ],
    });
    expect(readAudit('{"vulnerabilities":{}}')).toEqual({ ran: true, holes: [] });
  });

  it.each([
    ["", "npm printed no report"],
    ['{"message":"405 Method Not Allowed"}', "405 Method Not Allowed"],
    ['{"error":{"summary":"audit endpoint returned an error"}}', "audit endpoint returned an error"],
    ["{}", "the registry gave no advisories"],
  ])("says that it did not run if the report is %j", (output, why) => {
    expect(readAudit(output)).toEqual({ ran: false, why });
  });

  it("lists deprecated packages", () => {
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/a/node_modules/old": { version: "2.1.0", deprecated: "use new" },
    };
    expect(findDeprecated({ packages })).toEqual(["old 2.1.0: use new"]);
  });
});
