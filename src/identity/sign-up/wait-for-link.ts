import { createHash } from "node:crypto";
import { Html } from "../pages/html.ts";

const pollEveryMs = 5_000;
const pollForMs = 180_000;

/** Goes on by itself once the link of the mail was opened, on whatever device. What was typed so far stays. */
const waitScript = `(() => {
  let asks = 0;
  const timer = setInterval(async () => {
    if (++asks >= ${pollForMs / pollEveryMs}) clearInterval(timer);
    try {
      const answer = await fetch(location.pathname.replace(/\\/[a-z]+$/, "/confirmed"));
      if (answer.ok && (await answer.json()).confirmed) {
        clearInterval(timer);
        location.replace(location.pathname.replace(/\\/[a-z]+$/, "/confirm"));
      }
    } catch {}
  }, ${pollEveryMs});
})();`;
export const waitForLink = new Html(`<script>${waitScript}</script>`);

/** For the content security policy of the page that waits. */
export const waitScriptDigest = `'sha256-${createHash("sha256").update(waitScript).digest("base64")}'`;
