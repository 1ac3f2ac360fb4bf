const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const web = join(__dirname, "dist", "web");
const manifest = JSON.parse(readFileSync(join(web, ".vite", "manifest.json"), "utf8"));

/** What a phone loads for `/` before any interaction: the shell, which includes the home page. */
const firstLoad = ["index.html"];
if (!manifest["index.html"]) throw new Error("The shell is not in the manifest.");

/** These manifest entries with all their static imports. */
const closureOf = (keys) => {
  const chunks = new Set();
  const visit = (key) => {
    if (chunks.has(key)) return;
    chunks.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  return chunks;
};
const chunks = closureOf(firstLoad);
/** What a phone also loads for one of these, often with a poor signal. */
const alsoFor = (key) => [...closureOf([key])].filter((each) => !chunks.has(each));
const questPage = alsoFor("pages/quest-detail-page.tsx");
const dataScreen = alsoFor("pages/quest-data-page.tsx");
const maps = alsoFor("ui/map/maps.ts");

const paths = (files) => [...new Set(files)].map((file) => `dist/web/${file}`);
const scriptsOf = (keys) => paths([...keys].map((key) => manifest[key].file));
const stylesOf = (keys) => paths([...keys].flatMap((key) => manifest[key].css ?? []));

module.exports = [
  {
    name: "script",
    path: scriptsOf(chunks),
    limit: "120 KB",
    gzip: true,
  },
  {
    name: "style",
    path: stylesOf(chunks),
    limit: "20 KB",
    gzip: true,
  },
  {
    // Without the map, which comes later.
    name: "quest page",
    path: [...scriptsOf(questPage), ...stylesOf(questPage)],
    limit: "46 KB",
    gzip: true,
  },
  {
    // Without the form.
    name: "maps",
    path: [...scriptsOf(maps), ...stylesOf(maps)],
    limit: "66 KB",
    gzip: true,
  },
  {
    name: "data screen",
    path: [...scriptsOf(dataScreen), ...stylesOf(dataScreen)],
    limit: "68 KB",
    gzip: true,
  },
];
