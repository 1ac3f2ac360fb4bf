import { findInTab, keepInTab } from "../../foundation/phone/tab-storage.ts";
import type { LessonRun } from "./lesson-run.ts";

/** A run stays in its tab until it ends, also when the phone reloads the page. */

type Whose = { account: string | undefined; questId: number };

const nameOf = ({ questId }: Whose) => `lesson/${questId}`;

export const findRun = (whose: Whose): LessonRun | undefined => findInTab(whose.account, nameOf(whose));

export const keepRun = (whose: Whose, run: LessonRun | undefined): void => keepInTab(whose.account, nameOf(whose), run);
