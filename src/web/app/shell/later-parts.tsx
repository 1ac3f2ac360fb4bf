import { LaterBars } from "../../offline/later-bars.tsx";
import { DeletedAccountNotice } from "./deleted-account-notice.tsx";

/** What a page does without at first. */
export function LaterParts() {
  return (
    <>
      <LaterBars />
      <DeletedAccountNotice />
    </>
  );
}
