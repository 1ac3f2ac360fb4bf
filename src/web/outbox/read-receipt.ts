import type { AnswerSchema } from "../../contract/answer-schemas.ts";
import { findMismatch } from "../api/check-answer.ts";

/** What a server says of a data point that it has. */
export type Receipt = {
  id: string;
  revision: number;
  photos: readonly { key: string; sha256: string; unreadable_at?: string | undefined }[];
};

const string: AnswerSchema = { type: "string" };
const schema: AnswerSchema = {
  type: "object",
  properties: {
    id: string,
    revision: { type: "integer" },
    photos: {
      type: "array",
      items: {
        type: "object",
        properties: { key: string, sha256: string, unreadable_at: string },
        optional: ["unreadable_at"],
      },
    },
  },
};

/**
 * Reads what frees the photos, and nothing else: a newer server may say the rest in ways that this app does not know.
 * Undefined where the text is no receipt, as that of a hot spot's page.
 */
export function readReceipt(text: string): Receipt | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return findMismatch(schema, answer, {}) === undefined ? (answer as Receipt) : undefined;
  } catch {
    return undefined;
  }
}
