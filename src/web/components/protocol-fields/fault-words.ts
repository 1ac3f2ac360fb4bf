import type { Fault } from "../../../protocol/check-value.ts";
import { say } from "../../texts/validation.ts";

export const faultWords = ({ text, values }: Fault): string => say({ key: text, values });
