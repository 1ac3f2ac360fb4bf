import * as z from "zod/mini";

export const pushJob = {
  name: "send-push",
  /** A notice that names no announcement or question is about the person's data points. */
  payload: z.object({ subscription: z.int(), announcement: z.optional(z.int()), question: z.optional(z.int()) }),
};
