import * as z from "zod/mini";

export const pushJob = {
  name: "send-push",
  /** Without an announcement or question, it is about the person's data points. */
  payload: z.object({ subscription: z.int(), announcement: z.optional(z.int()), question: z.optional(z.int()) }),
};
