import type { AnswerSchema } from "../../contract/answer-schemas.ts";
import { findMismatch } from "../foundation/api/answers.ts";

/** The server's confirmation that it has a data point. */
export type Receipt = {
  id: string;
  revision: number;
  /** Includes the other files of fields. */
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
    files: { type: "array", items: { type: "object", properties: { key: string, sha256: string } } },
  },
  optional: ["files"],
};

/**
 * Reads only the fields needed to delete the photos, because a newer server may have changed the others.
 * @returns undefined if the text is not a receipt, for example a hotspot's page
 */
export function readReceipt(text: string): Receipt | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (findMismatch(schema, answer, {}) !== undefined) return undefined;
    const { files = [], ...receipt } = answer as Receipt & { files?: Receipt["photos"] };
    return { ...receipt, photos: [...receipt.photos, ...files] };
  } catch {
    return undefined;
  }
}
