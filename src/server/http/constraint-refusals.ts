import type { ErrorCode } from "../../contract/errors";

/** What each named constraint of the database means when it refuses a row. */
export const meaningOfConstraint: Record<string, { code: ErrorCode; detail: string }> = {
  organizations_name_unique: {
    code: "organization_name_taken",
    detail: "An organization of that name exists already.",
  },
  organizations_name_length: { code: "validation_failed", detail: "The organization's name has 1 to 200 characters." },
  quests_organization_exists: { code: "organization_not_found", detail: "There is no such organization." },
  quests_name_length: { code: "validation_failed", detail: "The quest's name has 3 to 120 characters." },
  quests_difficulty_range: { code: "validation_failed", detail: "The difficulty is a whole number from 0 to 5." },
  quests_adventurer_limit_range: { code: "validation_failed", detail: "The adventurer limit is 1 to 1,000,000." },
  quests_status_known: { code: "validation_failed", detail: "There is no such quest status." },
  quests_type_known: { code: "validation_failed", detail: "There is no such quest type." },
  quest_locations_quest_exists: { code: "quest_not_found", detail: "No quest found" },
  quest_locations_locality_length: { code: "validation_failed", detail: "The locality has 2 to 120 characters." },
  quest_locations_administrative_area_length: {
    code: "validation_failed",
    detail: "The administrative area has 2 to 120 characters.",
  },
  quest_locations_postal_code_length: { code: "validation_failed", detail: "The postal code has 3 to 30 characters." },
  quest_locations_country_length: { code: "validation_failed", detail: "The country has 2 to 120 characters." },
  quest_locations_latitude_range: { code: "validation_failed", detail: "A latitude is between -90 and 90 degrees." },
  quest_locations_longitude_range: {
    code: "validation_failed",
    detail: "A longitude is between -180 and 180 degrees.",
  },
  adventurers_id_length: { code: "validation_failed", detail: "A username has 1 to 128 characters." },
  adventurer_quests_adventurer_exists: { code: "not_joined", detail: "You are not signed up for this quest." },
  adventurer_quests_quest_exists: { code: "quest_not_found", detail: "No quest found" },
  quest_data_pkey: { code: "data_point_id_taken", detail: "Another data point has this id already." },
  quest_data_joined: { code: "not_joined", detail: "You are not signed up for this quest." },
  quest_data_latitude_range: { code: "validation_failed", detail: "A latitude is between -90 and 90 degrees." },
  quest_data_longitude_range: { code: "validation_failed", detail: "A longitude is between -180 and 180 degrees." },
  quest_data_accuracy_range: { code: "validation_failed", detail: "An accuracy is not negative." },
  quest_data_tree_width_range: { code: "validation_failed", detail: "The tree's circumference is at least 1 cm." },
  reviews_data_point_exists: { code: "data_point_not_found", detail: "There is no such data point." },
  reviews_comment_length: { code: "validation_failed", detail: "A comment has at most 2,000 characters." },
  reviews_change_has_comment: { code: "comment_required", detail: "Say what should be changed." },
};
