import { messagePage } from "../pages/message-page.ts";

/** For an address whose flow ran out, was finished, or belongs to another browser. */
export function flowGonePage(content: { homeUrl: string }): string {
  return messagePage({
    title: "Please start again",
    text: "This sign-in has run out, or was started in another browser.",
    homeUrl: content.homeUrl,
    action: { label: "Back to Cairn", href: content.homeUrl },
  });
}
