import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)));
const documents = files.filter((file) => file.endsWith(".md"));

/** The anchors of a page's headings, as GitHub and GitLab make them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

it("every link between documents leads to a file and a heading that exist", () => {
  const links = documents.flatMap((file) =>
    [
      ...read(file)
        .replace(/^```.*?^```/gms, "")
        .replace(/`[^`]*`/g, "")
        .matchAll(/\]\(([^)\s]+)\)/g),
    ].map(([, to = ""]) => ({ file, to })),
  );
  const inside = links.filter(({ to }) => !/^[a-z]+:/.test(to));
  expect(inside.length).toBeGreaterThan(100);
  const broken = inside.filter(({ file, to }) => {
    const [target = "", anchor] = to.split("#");
    const page = target === "" ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(root, page))) return true;
    return anchor !== undefined && !anchorsOf(page).includes(anchor);
  });
  expect(broken).toEqual([]);
});

it("every file and folder that a document names exists", () => {
  const rooms = "src|web|server|contract|protocol|identity|texts|test|e2e|scripts|bench|deploy";
  const named = documents.flatMap((page) =>
    [...read(page).matchAll(new RegExp(`\`((?:${rooms})/[^\`\\s]+)\``, "g"))].map(([, name = ""]) => ({ page, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  const missing = named.filter(({ name }) => {
    // Capitals and angle brackets stand for any name, as a star does.
    const pattern = name.replace(/\*\*?|<\w+>|\b[A-Z][A-Z-]+\b/g, "*").replace(/\/$/, "");
    const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
    const isThere = new RegExp(`^(src/)?${parts.join("[^/]*")}(/|$)`);
    return !files.some((file) => isThere.test(file));
  });
  expect(missing).toEqual([]);
});

it("every file that a comment names exists", () => {
  const named = files
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/^ *(?:\/\/|\/?\*)[^\n]*/gm)].flatMap(([comment]) =>
        [...comment.matchAll(/(?<![\w./@-])((?:[\w-]+\/)*[\w-]+\.(?:tsx?|css|md|sql))\b/g)].map(([, name = ""]) => ({
          file,
          name,
        })),
      ),
    );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
});

const areTexts = "src/texts/README.md";

it("a README below src names every folder beside it, and no other", () => {
  const pages = documents.filter((file) => /^src\/(.+\/)?README\.md$/.test(file) && file !== areTexts);
  expect(pages.length).toBeGreaterThan(5);
  for (const page of pages) {
    const folder = path.join(root, path.dirname(page));
    const there = readdirSync(folder).filter((name) => statSync(path.join(folder, name)).isDirectory());
    const named = [...read(page).matchAll(/^\| \[?`([^`]+)`/gm)].map(([, name]) => name);
    expect([page, named.sort()]).toEqual([page, there.sort()]);
  }
});
