import {
  type EvidenceCode,
  evidenceCodes,
  type SampleSort,
  type SampleState,
  sampleSorts,
  sampleStates,
} from "../../../contract/enums.ts";
import type { SampleQuery } from "../../api/samples.ts";

/** Which samples are shown, and in which order, as the address says it: text that is what was typed. */
export type SampleFilter = {
  state: SampleState;
  /** Those that were drawn for a second look; the state makes no difference then. */
  isRecheck: boolean;
  sort: SampleSort;
  quest: number | undefined;
  organization: number | undefined;
  person: string;
  /** Days, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  /** Metres of the fix's radius: at least, at most. */
  worse: string;
  better: string;
  evidence: EvidenceCode | undefined;
  q: string;
  isAssigned: boolean;
};

/** What narrows the list beyond its tab. */
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

/** Reads an address; what nobody offers is left out. */
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

/** The same as an address has it; what goes without saying is left out. */
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

/** What the server is asked for; a day begins and ends where the reader is. */
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

/** Which filters are on. */
export function activeNarrowings(filter: SampleFilter): Narrowing[] {
  return narrowings.filter((name) => Boolean(name === "assigned" ? filter.isAssigned : filter[name]));
}

/** The filter without one of its narrowings, or without all. */
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
