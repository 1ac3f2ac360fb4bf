import { addressOf } from "../../foundation/api/addresses.ts";
import { readAnswer } from "../../foundation/api/answers.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { findWhyOver } from "../../foundation/auth/find-refusal.ts";
import { renewSession } from "../../foundation/auth/oauth-client.ts";
import { findWorkerSession } from "../../foundation/auth/worker-session.ts";
import { speakKeptLanguage } from "../../foundation/texts/keep-language.ts";
import { showOnIcon } from "../../outbox/icon-badge.ts";
import { sendInWorker } from "../../outbox/send-in-worker.ts";

/** Sends what waits, with the session of the app. Rejects if something is left, so that the browser tries again. */
export async function sendOutbox(): Promise<void> {
  const found = await findWorkerSession({ loadSettings, renew: renewSession, findWhyOver });
  if (!found) return;
  await speakKeptLanguage().catch(console.error);
  const disconnect = connectSession(found.session);
  try {
    const isDone = await sendInWorker(found.account);
    await showOnIcon(found.account).catch(() => {});
    if (!isDone) throw new Error("Something in the outbox still waits.");
  } finally {
    disconnect();
  }
}

async function loadSettings() {
  const response = await fetch(addressOf("getClientConfiguration"));
  const answer = { status: response.status, text: await response.text() };
  return (await readAnswer("getClientConfiguration", answer)).oidc;
}
