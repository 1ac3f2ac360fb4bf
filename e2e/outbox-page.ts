import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { build } from "esbuild";
import type { OutboxInPage } from "./outbox-in-page.ts";

const scriptPath = "/outbox-in-page.js";
let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("outbox-in-page.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const [file] = outputFiles;
  if (!file) throw new Error("esbuild made nothing");
  return file.text;
}

/** Serves the outbox's functions from the app's origin, because its content security policy allows no other script. */
export async function serveOutbox(context: BrowserContext): Promise<void> {
  bundled ??= bundle();
  const body = await bundled;
  await context.route(`**${scriptPath}`, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

/** Calls outbox functions inside the page. Requires `serveOutbox`. */
export async function inOutbox<Argument, Result>(
  page: Page,
  work: (outbox: OutboxInPage, argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  const isThere = await page.evaluate(() => "outboxInPage" in window);
  if (!isThere) await page.addScriptTag({ url: scriptPath });
  const outbox = await page.evaluateHandle(() => (window as unknown as { outboxInPage: OutboxInPage }).outboxInPage);
  // Playwright serializes the function into the page.
  return outbox.evaluate(work as never, argument) as Promise<Result>;
}
