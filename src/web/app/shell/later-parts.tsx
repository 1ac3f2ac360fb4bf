import { useEffect } from "react";
import { LaterBars } from "../../offline/later-bars.tsx";
import { DeletedAccountNotice } from "./deleted-account-notice.tsx";
import { InOtherApp } from "./in-other-app.tsx";
import { startKeyboardRoom } from "./keyboard-room.ts";

/** What a page does without at first. */
export function LaterParts() {
  useEffect(startKeyboardRoom, []);
  return (
    <>
      <LaterBars />
      <DeletedAccountNotice />
      <InOtherApp />
    </>
  );
}
