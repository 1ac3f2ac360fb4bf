import type { difficultyNames as contractNames } from "../../contract/entities.ts";

/** The contract's words; repeated so that the first load carries no validation code, checked by the type. */
export const difficultyNames: typeof contractNames = ["EASY", "MILD", "MEDIUM", "HARD", "VERY_HARD"];
