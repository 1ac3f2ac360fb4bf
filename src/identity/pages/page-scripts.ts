import { createHash } from "node:crypto";
import type { Language } from "../../texts/languages.ts";
import { type Html, html } from "./html.ts";

/** Date and time to the minute, with the time zone's name. */
const momentOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

/** In UTC: `May 1, 2026, 12:00 PM UTC`. */
export function formatMoment(date: Date, { formatLocale }: Language): string {
  return date.toLocaleString(formatLocale, { ...momentOptions, timeZone: "UTC" });
}

/** A time that `localTimesScript` converts to the reader's time zone. */
export function momentElement(date: Date, language: Language, words = formatMoment(date, language)): Html {
  return html`<time datetime="${date.toISOString()}" data-locale="${language.formatLocale}">${words}</time>`;
}

export type PageScript = { address: string; source: string; tag: Html };

/** A script file of the hosted pages. Its tag contains a digest, so that browsers can cache the file. */
function pageScript(name: string, source: string): PageScript {
  const address = `/signin/${name}.js`;
  const version = createHash("sha256").update(source).digest("base64url").slice(0, 12);
  return { address, source, tag: html`<script src="${address}?${version}" defer></script>` };
}

/**
 * Activates the buttons, which are hidden without scripts. Restores the password type before submitting, so that
 * browsers store the value as a password and not as a suggestion.
 */
export const showPasswordScript = pageScript(
  "show-password",
  `for (const button of document.querySelectorAll("button.show-password")) {
  const input = button.previousElementSibling;
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.addEventListener("click", () => show(input.type === "password"));
  input.form.addEventListener("submit", () => show(false));
  addEventListener("pagehide", () => show(false));
  button.hidden = false;
}
`,
);

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

/** Converts the page's times to the reader's time zone. Without scripts they stay in UTC. */
export const localTimesScript = pageScript(
  "local-times",
  `for (const time of document.querySelectorAll("time[data-locale]")) {
  time.textContent = new Date(time.dateTime).toLocaleString(time.dataset.locale, ${JSON.stringify(momentOptions)});
}
`,
);

/**
 * Counts what the account has in the outbox of this browser and has not delivered. The app has it only at this origin; elsewhere, and without
 * scripts, the page says it in words. It names no version, so it opens what any build of the app has left, and creates nothing.
 */
export const waitingOnPhoneScript = pageScript(
  "waiting-on-phone",
  `(() => {
  const waiting = document.querySelector("[data-waiting]");
  const opening = indexedDB.open("cairn");
  opening.onupgradeneeded = () => opening.transaction.abort();
  opening.onerror = (event) => event.preventDefault();
  opening.onsuccess = () => {
    const database = opening.result;
    try {
      const store = database.transaction("records").objectStore("records");
      const reading = store.index("by-account").getAll(waiting.dataset.waiting);
      reading.onsuccess = () => {
        const count = reading.result.filter(({ state }) => state !== "delivered").length;
        waiting.querySelector("output").textContent = count.toLocaleString(document.documentElement.lang);
        waiting.hidden = count === 0;
      };
    } catch {} finally {
      database.close();
    }
  };
})();
`,
);

/** All scripts that hosted pages may run. */
export const pageScripts = [showPasswordScript, waitForLinkScript, localTimesScript, waitingOnPhoneScript];
