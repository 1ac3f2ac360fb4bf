import type { Plugin } from "vite";
import { makeAnswerSchemas } from "../src/contract/answer-schemas.ts";

const name = "virtual:answer-schemas";

/** Gives the web the schemas of all answers as plain data. */
export function answerSchemas(): Plugin {
  return {
    name: "answer-schemas",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(makeAnswerSchemas())}` : undefined),
  };
}
