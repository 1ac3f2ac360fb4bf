import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const documents = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(path.join(root, file)));

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
