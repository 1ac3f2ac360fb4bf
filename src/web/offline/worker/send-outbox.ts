import { addressOf } from "../../api/addresses.ts";
import { readAnswer } from "../../api/answers.ts";
import { connectSession } from "../../api/session.ts";
import { findWhyOver } from "../../features/auth/find-refusal.ts";
import { renewSession } from "../../features/auth/oauth-client.ts";
import { findWorkerSession } from "../../features/auth/worker-session.ts";
import { showOnIcon } from "../../outbox/icon-badge.ts";
import { sendInWorker } from "../../outbox/send-in-worker.ts";
import { speakKeptLanguage } from "../../texts/speak-kept-language.ts";

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
