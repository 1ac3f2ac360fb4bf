import * as z from "zod/mini";
import * as limits from "./limits.ts";

/** The pattern of `z.email`, with domains in letters of any script, or in ASCII (`xn--`). */
const mailAddressPattern =
  /^(?!\.)(?!.*\.\.)(?!.*\s)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9\u00a1-\uffff][A-Za-z0-9\u00a1-\uffff-]*\.)+(?:[A-Za-z\u00a1-\uffff]{2,}|xn--[A-Za-z0-9-]+)$/;
export const mailAddress = z.email({ pattern: mailAddressPattern }).check(z.maxLength(limits.shortTextLength));
