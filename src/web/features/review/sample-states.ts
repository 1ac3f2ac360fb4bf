import type { SampleState } from "../../../contract/enums.ts";

/** The states of a review: as a filter, as the title of a list, and when that list is empty. */
export const sampleStateWords: Record<SampleState, { label: string; title: string; empty: string }> = {
  pending: { label: "Pending", title: "Pending Review", empty: "Nothing waits for review." },
  accepted: { label: "Accepted", title: "Accepted", empty: "No sample has been accepted yet." },
  denied: { label: "Denied", title: "Denied", empty: "No sample has been denied." },
  change_requested: {
    label: "Change requested",
    title: "Change requested",
    empty: "No change has been requested.",
  },
};
