import type { QuestFormInput, QuestLocationPayload } from "../../contract/quests.ts";
import type { DemoProtocol } from "./protocols/in-language.ts";

/** The organizations of the demo, by a short name that its quests use. The addresses lead nowhere, on purpose. */
export const demoOrganizations = {
  ridgeline: { name: "Ridgeline Tree Lab", email: "hello@ridgeline-tree-lab.example" },
  rivers: { name: "Clear Rivers Network", email: "field@clear-rivers.example" },
  soil: { name: "Groundwork Soil Observatory", email: "team@groundwork-soil.example" },
  air: { name: "City Air Collective", email: "office@city-air.example" },
  paths: { name: "Long Paths Trust", email: "wardens@long-paths.example" },
  reef: { name: "Blue Shelf Reef Watch", email: "divers@blue-shelf.example" },
  paddlers: { name: "Quiet Waters Paddlers", email: "logbook@quiet-waters.example" },
} as const;
export type DemoOrganization = keyof typeof demoOrganizations;

/** A quest of the demo; its deadline moves with the day on which the demo is sown. */
export type DemoQuest = Omit<QuestFormInput, "organization" | "quest_deadline" | "deleted_locations" | "protocol"> & {
  organization: DemoOrganization;
  /** Negative: it has passed. Null: none. */
  deadlineInDays: number | null;
  /** The newest version. */
  protocol: DemoProtocol;
  /** Version 1 of its protocol, where that was edited since. */
  firstProtocol?: DemoProtocol;
};

/** A location; coordinates are latitude and longitude in degrees. */
export function place(
  locality: string,
  administrativeArea: string,
  postalCode: string,
  country: string,
  coordinates: [number, number],
  addressLine?: string,
): QuestLocationPayload {
  return {
    address_line1: addressLine ?? null,
    address_line2: null,
    locality,
    administrative_area: administrativeArea,
    postal_code: postalCode,
    country,
    coordinates,
  };
}
