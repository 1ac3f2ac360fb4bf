import { say } from "../../../../generated/web-texts/validation.ts";
import type { Fault } from "../../../protocol/check-value.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";

export const faultWords = ({ text, values, message }: Fault): string =>
  message === undefined ? say({ key: text, values }) : fieldText(message);
