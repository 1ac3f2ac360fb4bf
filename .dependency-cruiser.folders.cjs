const { options } = require("./.dependency-cruiser.cjs");

/** Folders form no rings. A configuration of its own, since tests may import across folders as they need to. */
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: ["server", "identity", "web"].map((root) => ({
    name: `no-rings-of-folders-in-${root}`,
    severity: "error",
    scope: "folder",
    from: { path: `^src/${root}/` },
    to: { path: `^src/${root}/`, circular: true },
  })),
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$` } },
};
