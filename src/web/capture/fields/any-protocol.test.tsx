import { cleanup, render, screen } from "@testing-library/react";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { protocolArbitrary } from "../../../../test/protocol-arbitrary.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { readAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";

/** What a volunteer could type or press, right or wrong, field by field. */
const answersArbitrary = fc.array(fc.oneof(fc.string(), fc.boolean(), fc.array(fc.string())));

it("any protocol that the schema accepts is drawn, with a label for each question that is asked", async () => {
  await fc.assert(
    fc.property(protocolArbitrary, answersArbitrary, (written, typed) => {
      // What folds sections is fetched first.
      const fields = written.fields.map((field) => ({ ...field, folded: undefined }));
      const protocol = { ...written, fields };
      const answers: Answers = Object.fromEntries(fields.map(({ key }, index) => [key, typed[index]]));
      for (const each of [{}, answers]) {
        const read = readAnswers(protocol, each);
        const { shown } = read;
        render(<ProtocolSteps protocol={protocol} read={read} answers={each} onAnswer={() => undefined} />);
        for (const field of shown) {
          const drawn = document.querySelector(`[data-field="${field.key}"]`);
          expect(wordsIn(drawn?.textContent ?? "")).toContain(wordsIn(fieldText(field.label)));
        }
        expect(document.querySelectorAll("[data-field]")).toHaveLength(shown.length);
        expect(screen.queryByText("undefined")).toBeNull();
        cleanup();
      }
    }),
    { numRuns: 20 },
  );
}, 60_000);

/** Lines and bullets are drawn, not written. */
const wordsIn = (text: string) => text.replace(/[\s•]/g, "");
