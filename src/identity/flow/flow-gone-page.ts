import { saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { messagePage } from "../pages/message-page.ts";

/** For a flow that expired, is finished, or belongs to another browser. */
export function flowGonePage({ texts, homeUrl }: { texts: Texts; homeUrl: string }): string {
  return messagePage({
    texts,
    title: texts.t("identity.flowGone"),
    text: saying("identity.flowGone.text"),
    homeUrl,
    action: { label: texts.t("identity.backToCairn"), href: homeUrl },
  });
}
