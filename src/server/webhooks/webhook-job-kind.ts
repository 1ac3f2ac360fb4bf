import * as z from "zod/mini";
import { type NewJob, newJob } from "../jobs/job-queue.ts";

/** Sends what is due to a webhook. One at a time for each, so that a slow receiver takes one place at most. */
export const webhookJob = { name: "send-webhook", payload: z.object({ webhook: z.int() }) };

export const jobOf = (webhook: number): NewJob =>
  newJob(webhookJob, { webhook }, { uniqueKey: `${webhookJob.name}:${webhook}` });
