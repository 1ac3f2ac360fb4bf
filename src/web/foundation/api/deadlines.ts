import { earliestDayOnEarth } from "../../../contract/joining-rules.ts";
import { serverTime } from "./server-clock.ts";

/**
 * The day that the server compares deadlines with, by its clock: a quest closes for everybody at once, when its last day
 * is over everywhere on Earth.
 */
export const deadlineDay = (): string => earliestDayOnEarth(serverTime());

export const isPast = (deadline: string): boolean => deadline.slice(0, 10) < deadlineDay();
