import type { Fault } from "../../../protocol/check-value.ts";
import { say } from "../../texts/validation.ts";

/** What speaks against an answer, in the reader's language. */
export const faultWords = ({ text, values }: Fault): string => say({ key: text, values });
