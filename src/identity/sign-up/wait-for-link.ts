import { pageScript } from "../pages/page-script.ts";

const pollEveryMs = 5_000;
const pollForMs = 180_000;

/** Continues automatically once the link in the email is opened on any device. Typed input stays. */
export const waitForLinkScript = pageScript(
  "wait-for-link",
  `(() => {
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
})();
`,
);
