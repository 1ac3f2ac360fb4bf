import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { pageScripts } from "../src/identity/pages/page-scripts.ts";
import { styleSheet } from "../src/identity/pages/styles.ts";
import { findLackedInScript, findLackedInSheet } from "./lacked-features.ts";

/** What is used although a browser of the floor lacks it, by reason. */
export const namedFeatures: Record<string, readonly string[]> = {
  "the code asks whether it is there, and does without": [
    "api.DeviceOrientationEvent",
    "api.ImageDecoder",
    "api.Navigator.canShare",
    "api.Navigator.clearAppBadge",
    "api.Navigator.connection",
    "api.Navigator.setAppBadge",
    "api.Navigator.share",
    "api.Navigator.vibrate",
    "api.Navigator.wakeLock",
    "api.Notification",
    "api.Notification.permission_static",
    "api.Notification.requestPermission_static",
    "api.ServiceWorkerRegistration.sync",
    "api.StorageManager.estimate",
    "api.Window.cancelIdleCallback",
    "api.Window.requestIdleCallback",
    "api.FileSystemHandle.requestPermission",
  ],
  "a library asks whether it is there, and does without": [
    "api.Element.startViewTransition",
    "api.URL.canParse_static",
    "api.URL.parse_static",
    "api.Window.navigation",
    "javascript.builtins.Symbol.asyncDispose",
    "javascript.builtins.Symbol.dispose",
    "javascript.builtins.Uint8Array.fromBase64",
    "javascript.builtins.Uint8Array.toBase64",
  ],
  "an attribute that some browsers leave out": [
    "api.HTMLElement.popover",
    "api.HTMLImageElement.fetchPriority",
    "api.HTMLInputElement.capture",
    "api.HTMLLinkElement.imageSizes",
  ],
  "the part that is used is there": [
    "api.AbortSignal.timeout_static",
    "api.CanvasRenderingContext2D.font",
    "api.CanvasRenderingContext2D.imageSmoothingQuality",
    "api.HTMLMediaElement.srcObject",
    "api.InputEvent.isComposing",
    "api.Request.formData",
    "api.Window.devicePixelRatio",
    "css.properties.accent-color",
    "css.properties.overscroll-behavior",
    "css.properties.paint-order",
  ],
  "something else of the same name": [
    "api.EventTarget.when",
    "api.KeyboardEvent.code",
    "api.ReadableStreamBYOBRequest.view",
    "api.Request.bytes",
    "javascript.builtins.Iterator.toArray",
  ],
  "phones have no mouse": [
    "css.properties.cursor.default",
    "css.properties.cursor.grab",
    "css.properties.cursor.grabbing",
    "css.properties.cursor.not-allowed",
    "css.properties.cursor.pointer",
    "css.properties.cursor.progress",
    "css.properties.cursor.zoom-in",
    "css.properties.resize",
  ],
  "without it, it looks plainer and says the same": [
    "css.properties.contain-intrinsic-block-size",
    "css.properties.contain-intrinsic-size",
    "css.properties.content-visibility",
    "css.properties.field-sizing",
    "css.properties.float.inline-end",
    "css.properties.font-family.ui-monospace",
    "css.properties.forced-color-adjust",
    "css.properties.grid-template-rows.subgrid",
    "css.properties.scrollbar-width",
    "css.properties.text-wrap",
    "css.selectors.details-content",
    "css.selectors.marker",
  ],
};

type Built = { file: string; kind: "sheet" | "module" | "script"; text: string };

/** All that browsers get: the app with its workers, and the pages around signing in. */
function readBuilt(webRoot: string): Built[] {
  const kindOf = (file: string) =>
    file.endsWith(".css") ? "sheet" : file === "service-worker.js" ? "script" : "module";
  const files = readdirSync(webRoot, { recursive: true, encoding: "utf8" }).filter((file) => /\.(css|js)$/.test(file));
  const page = readFileSync(join(webRoot, "index.html"), "utf8");
  return [
    ...files.map((file): Built => ({ file, kind: kindOf(file), text: readFileSync(join(webRoot, file), "utf8") })),
    ...[...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
      ([, text = ""]): Built => ({ file: "index.html", kind: "script", text }),
    ),
    ...pageScripts.map(({ address, source }): Built => ({ file: address, kind: "script", text: source })),
    { file: "/signin/style.css", kind: "sheet", text: styleSheet },
  ];
}

const findLacked = ({ kind, text }: Built) =>
  kind === "sheet" ? findLackedInSheet(text) : findLackedInScript(text, kind);

/** What lies below the floor without a reason, and reasons that nothing needs. */
export function findProblems(built: readonly Built[], named: readonly string[]): string[] {
  const problems: string[] = [];
  const found = new Set<string>();
  for (const each of built) {
    try {
      for (const [feature, browsers] of findLacked(each)) {
        found.add(feature);
        if (!named.includes(feature))
          problems.push(`${each.file} uses ${feature}, which is not in ${browsers.join(", ")}`);
      }
    } catch (error) {
      problems.push(`${each.file} can't be read: ${error}`);
    }
  }
  const unneeded = named.filter((each) => !found.has(each));
  return [
    ...problems,
    ...unneeded.map((each) => `Nothing uses ${each}: take it from the list in scripts/check-floor.ts`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const webRoot = fileURLToPath(new URL("../dist/web/", import.meta.url));
  const problems = findProblems(readBuilt(webRoot), Object.values(namedFeatures).flat());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
