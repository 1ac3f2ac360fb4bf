import type { Fault } from "../../../protocol/check-value.ts";
import { fieldText } from "../../texts/protocol.ts";
import { say } from "../../texts/validation.ts";

export const faultWords = ({ text, values, message }: Fault): string =>
  message === undefined ? say({ key: text, values }) : fieldText(message);
