/** A question of the form and its state. */
export type OverviewEntry = { key: string; label: string; state: "open" | "answered" | "wrong" };
