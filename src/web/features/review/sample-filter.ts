import { type EvidenceCode, evidenceCodes, type SampleSort, sampleSorts } from "../../../contract/desk-enums.ts";
import { type SampleState, sampleStates } from "../../../contract/enums.ts";
import type { SampleQuery } from "../../foundation/api/samples.ts";

/** The filter and order of the list, as in the address. Typed values are texts. */
export type SampleFilter = {
  state: SampleState;
  /** Samples drawn for a second review, whatever their state. */
  isRecheck: boolean;
  sort: SampleSort;
  quest: number | undefined;
  organization: number | undefined;
  person: string;
  /** `YYYY-MM-DD`, inclusive. */
  from: string;
  to: string;
  /** The accuracy in metres: at least, at most. */
  worse: string;
  better: string;
  evidence: EvidenceCode | undefined;
  q: string;
  isAssigned: boolean;
};

/** The filters beside the tab. */
export const narrowings = [
  "quest",
  "organization",
  "person",
  "from",
  "to",
  "worse",
  "better",
  "evidence",
  "q",
  "assigned",
] as const;
export type Narrowing = (typeof narrowings)[number];

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);
const dayOf = (text: string | null) =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : "";
const metersOf = (text: string | null) => (text !== null && /^\d{1,6}(\.\d{1,3})?$/.test(text) ? text : "");

/** Reads an address. Invalid values are ignored. */
export function filterOf(params: URLSearchParams): SampleFilter {
  return {
    state: sampleStates.find((state) => state === params.get("state")) ?? "pending",
    isRecheck: params.get("recheck") === "1",
    sort: sampleSorts.find((sort) => sort === params.get("sort")) ?? "oldest",
    quest: idOf(params.get("quest")),
    organization: idOf(params.get("organization")),
    person: params.get("person")?.slice(0, 128) ?? "",
    from: dayOf(params.get("from")),
    to: dayOf(params.get("to")),
    worse: metersOf(params.get("worse")),
    better: metersOf(params.get("better")),
    evidence: evidenceCodes.find((code) => code === params.get("evidence")),
    q: params.get("q")?.slice(0, 200) ?? "",
    isAssigned: params.get("assigned") === "me",
  };
}

/** The query of an address, without defaults. */
export function addressQueryOf(filter: SampleFilter): URLSearchParams {
  const said: [string, string | number | undefined][] = [
    ["state", filter.isRecheck || filter.state === "pending" ? undefined : filter.state],
    ["recheck", filter.isRecheck ? 1 : undefined],
    ["quest", filter.quest],
    ["organization", filter.organization],
    ["person", filter.person],
    ["from", filter.from],
    ["to", filter.to],
    ["worse", filter.worse],
    ["better", filter.better],
    ["evidence", filter.evidence],
    ["q", filter.q],
    ["assigned", filter.isAssigned ? "me" : undefined],
    ["sort", filter.sort === "oldest" ? undefined : filter.sort],
  ];
  return new URLSearchParams(said.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}

/** The query for the server. Days are in the reader's time zone. */
export function sampleQueryOf(filter: SampleFilter): SampleQuery {
  const midnight = (day: string, daysLater: number) => {
    const date = new Date(`${day}T00:00:00`);
    date.setDate(date.getDate() + daysLater);
    return date.toISOString();
  };
  return {
    state: filter.state,
    recheck: filter.isRecheck ? "1" : undefined,
    quest_id: filter.quest,
    organization_id: filter.organization,
    adventurer_id: filter.person.trim() || undefined,
    from: filter.from ? midnight(filter.from, 0) : undefined,
    before: filter.to ? midnight(filter.to, 1) : undefined,
    accuracy_min: filter.worse || undefined,
    accuracy_max: filter.better || undefined,
    evidence: filter.evidence,
    q: filter.q.trim() || undefined,
    assigned: filter.isAssigned ? "me" : undefined,
    sort: filter.sort === "oldest" ? undefined : filter.sort,
  };
}

export function activeNarrowings(filter: SampleFilter): Narrowing[] {
  return narrowings.filter((name) => Boolean(name === "assigned" ? filter.isAssigned : filter[name]));
}

/** Removes one filter, or all. */
export function without(filter: SampleFilter, name: Narrowing | "all"): SampleFilter {
  const bare = {
    ...filterOf(new URLSearchParams()),
    state: filter.state,
    isRecheck: filter.isRecheck,
    sort: filter.sort,
  };
  if (name === "all") return bare;
  return name === "assigned" ? { ...filter, isAssigned: false } : { ...filter, [name]: bare[name] };
}
