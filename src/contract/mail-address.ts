import * as z from "zod/mini";
import * as limits from "./limits.ts";

/** As `z.email`, but the domain may have letters of any script, or be written in ASCII (`xn--`). */
const mailAddressPattern =
  /^(?!\.)(?!.*\.\.)(?!.*\s)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9\u00a1-\uffff][A-Za-z0-9\u00a1-\uffff-]*\.)+(?:[A-Za-z\u00a1-\uffff]{2,}|xn--[A-Za-z0-9-]+)$/;
export const mailAddress = z.email({ pattern: mailAddressPattern }).check(z.maxLength(limits.shortTextLength));
