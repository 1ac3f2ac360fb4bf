import type { Plugin } from "vite";
import { type AnswersFor, makeAnswerSchemas } from "../src/contract/answer-schemas.ts";

const readersOf: Record<string, AnswersFor> = {
  "virtual:answer-schemas/volunteers": "volunteers",
  "virtual:answer-schemas/staff": "staff",
};

/** Provides the schemas of all answers to the web app as plain data. */
export function answerSchemas(): Plugin {
  return {
    name: "answer-schemas",
    resolveId: (id) => (id in readersOf ? `\0${id}` : undefined),
    load: (id) => {
      const readers = readersOf[id.slice(1)];
      return readers && `export default ${JSON.stringify(makeAnswerSchemas(readers))}`;
    },
  };
}
