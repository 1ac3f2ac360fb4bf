const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const web = join(__dirname, "dist", "web");
const manifest = JSON.parse(readFileSync(join(web, ".vite", "manifest.json"), "utf8"));

/** What a browser that opens `/` on a phone fetches before anything is pressed: the shell, which carries the home page. */
const firstLoad = ["index.html"];
if (!manifest["index.html"]) throw new Error("The shell is not in the manifest.");

const chunks = new Set();
const visit = (key) => {
  if (chunks.has(key)) return;
  chunks.add(key);
  for (const imported of manifest[key].imports ?? []) visit(imported);
};
for (const key of firstLoad) visit(key);

const paths = (files) => [...new Set(files)].map((file) => `dist/web/${file}`);

module.exports = [
  {
    name: "script",
    path: paths([...chunks].map((key) => manifest[key].file)),
    limit: "120 KB",
    gzip: true,
  },
  {
    name: "style",
    path: paths([...chunks].flatMap((key) => manifest[key].css ?? [])),
    limit: "20 KB",
    gzip: true,
  },
];
