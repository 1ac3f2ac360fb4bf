const { options } = require("./.dependency-cruiser.cjs");

/** Folders have no import cycles. A separate configuration, because tests may import across folders. */
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: ["server", "identity", "web"].map((root) => ({
    name: `no-rings-of-folders-in-${root}`,
    severity: "error",
    scope: "folder",
    from: { path: `^src/${root}/` },
    to: { path: `^src/${root}/`, circular: true },
  })),
  options: { ...options, exclude: { path: `${options.exclude.path}|\\.test\\.tsx?$|^generated/` } },
};
