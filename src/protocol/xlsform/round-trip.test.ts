import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findProblems } from "../../../test/check-values.ts";
import { protocolArbitrary, valuesFor } from "../../../test/protocol-arbitrary.ts";
import { findBrokenRules } from "../../../test/xlsform-rules.ts";
import type { Protocol } from "../field.ts";
import { readForm } from "./read-form.ts";
import type { Sheet, WrittenSheet } from "./table.ts";
import { type WordedProtocol, writeForm } from "./write-form.ts";

const words = { yes: "Yes", no: "No", other: "Other", specifyOther: "Please specify", noFields: "No questions." };

const write = (protocol: Protocol) =>
  writeForm(protocol as WordedProtocol, { title: "Depth of the lake", id: "quest_7", version: "3" }, words);

/** Simulates writing the sheets to a file and reading them back. */
const asRead = (sheets: readonly WrittenSheet[]): Sheet[] =>
  sheets.map(({ name, rows }) => ({
    name,
    rows: rows.map((cells, index) => ({ number: index + 1, cells: cells.map((cell) => cell || undefined) })),
  }));

/** `required: false` and omitting it mean the same. */
const normalised = (protocol: Protocol | null) =>
  protocol && {
    ...protocol,
    fields: protocol.fields.map(({ required, ...field }) => ({ ...field, ...(required && { required }) })),
  };

describe("any valid protocol", () => {
  it("survives a round trip through XLSForm, and checks the same values", () => {
    fc.assert(
      fc.property(
        protocolArbitrary.chain((protocol) =>
          fc.tuple(fc.constant(protocol), fc.array(valuesFor(protocol), { maxLength: 5 })),
        ),
        ([protocol, answers]) => {
          const sheets = write(protocol);
          const { protocol: read, report } = readForm(asRead(sheets), words);
          // Such a protocol is kept as it is; the remark says what follows.
          const others = report.filter(
            ({ message }) => !("key" in message && message.key === "xlsform.column.neverPublic"),
          );
          expect(others).toEqual([]);
          expect(normalised(read)).toEqual(normalised(protocol));
          for (const values of answers) {
            expect(findProblems(read as Protocol, values)).toEqual(findProblems(protocol, values));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("becomes a form that follows the rules of XLSForm", () => {
    fc.assert(
      fc.property(protocolArbitrary, (protocol) => {
        expect(findBrokenRules(write(protocol))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
