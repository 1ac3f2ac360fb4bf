import type { Plugin, PluginOption } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { callsThatCodeNames } from "./calls-plugin.ts";
import { compiledTexts } from "./compiled-texts.ts";

/**
 * Pages for desktop use, and for use with a connection only, the font of one language, and the decoder for browsers that have none. The
 * service worker caches their code after the first use.
 */
const notForTheField = [
  /\/pages\/(admin-|quest-progress|gps-test|plant-id|results-embed|release|shared-contribution)/,
  /\/pages\/(organization|new-organization|invitation|mail-off)-page\.tsx$/,
  /\/texts\/arabic-font\.ts$/,
  /\/capture\/fields\/decode-pixels\.ts$/,
];
/** The detailed coastline, which "Save for offline use" fetches, and character sets that pages fetch on demand. */
const onDemand = /countries-50m|-(latin-ext|cyrillic|cyrillic-ext|greek|greek-ext|vietnamese)-/;

const workers = /^assets\/(list|measure)-worker-/;

/**
 * The service worker is one file. It sends the outbox without what only desks, pages and plain http need.
 */
const emptyInWorker = [/\/arabic-font\.ts$/, /^@noble\/hashes\//];

const smallWorker: Plugin = {
  name: "small-worker",
  enforce: "pre",
  resolveId: (id) => (emptyInWorker.some((each) => each.test(id)) ? "\0empty" : undefined),
  load: (id) => (id === "\0empty" ? "export default {}; export const sha256 = {};" : undefined),
};

/**
 * Builds `service-worker.js` with its precache list: the page, and every file that volunteers' screens may need later.
 */
export function offline(): PluginOption[] {
  const kept = new Set(["index.html", "favicon.svg"]);
  const collect: Plugin = {
    name: "files-for-the-field",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const visit = (file: string) => {
          if (kept.has(file)) return;
          const chunk = bundle[file];
          if (chunk?.type !== "chunk") throw new Error(`${file} is not a script of this build.`);
          if (notForTheField.some((each) => each.test(chunk.facadeModuleId ?? ""))) return;
          kept.add(file);
          const files = [
            ...(chunk.viteMetadata?.importedCss ?? []),
            ...(chunk.viteMetadata?.importedAssets ?? []),
          ].filter((each) => !onDemand.test(each));
          for (const each of files) kept.add(each);
          for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported);
        };
        const modules = Object.values(bundle).map(
          (output) => (output.type === "chunk" ? output.facadeModuleId : null) ?? "",
        );
        const stale = notForTheField.filter((each) => !modules.some((module) => each.test(module)));
        if (stale.length > 0) throw new Error(`No script of this build is ${stale.join(" or ")}.`);
        const entry = Object.values(bundle).find((output) => output.type === "chunk" && output.isEntry);
        if (!entry) throw new Error("There is no entry script.");
        visit(entry.fileName);
        // Workers are files of their own, which no script imports.
        for (const file of Object.keys(bundle)) if (workers.test(file)) kept.add(file);
      },
    },
  };
  return [
    collect,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "offline/worker",
      filename: "service-worker.ts",
      registerType: "prompt",
      // `offline/later-bars.tsx` registers it, and we have our own manifest file.
      injectRegister: false,
      manifest: false,
      integration: {
        configureCustomSWViteBuild(build) {
          build.logLevel = "warn";
        },
      },
      injectManifest: {
        rollupFormat: "iife",
        buildPlugins: { vite: [smallWorker, compiledTexts(), callsThatCodeNames()] },
        globPatterns: ["**/*"],
        globIgnores: ["**/*.{br,gz,map}", "service-worker.js", ".vite/**"],
        maximumFileSizeToCacheInBytes: 5_000_000,
        manifestTransforms: [
          async (entries) => ({ manifest: entries.filter(({ url }) => kept.has(url)), warnings: [] }),
        ],
      },
    }),
  ];
}
