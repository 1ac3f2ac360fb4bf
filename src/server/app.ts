import { randomUUID } from "node:crypto";
import { join } from "node:path";
import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  fastify,
  LogController,
  type RouteOptions,
} from "fastify";
import { calls } from "../contract/all-calls.ts";
import { adventurerRoutes } from "./adventurers/adventurer-routes.ts";
import { bindAdventurer } from "./adventurers/bind-adventurer.ts";
import { announcementRoutes } from "./announcements/announcement-routes.ts";
import { holdCaller } from "./auth/hold-accounts.ts";
import { acceptJson } from "./calls/accept-json.ts";
import { allowOrigins } from "./calls/allow-origins.ts";
import { BodyChecker } from "./calls/body-checker.ts";
import { announceEnding, Ending } from "./calls/ending.ts";
import { installErrorHandler } from "./calls/error-handler.ts";
import { healthRoutes } from "./calls/health-routes.ts";
import { bindNames, identifyRequests } from "./calls/identify-requests.ts";
import { implementCall } from "./calls/implement-call.ts";
import { limitRequests, RequestCounts } from "./calls/limit-requests.ts";
import { serveOpenApiDocument } from "./calls/openapi.ts";
import { drainUnreadRequests, refuseUndecodable, refuseUnreadable } from "./calls/unread-requests.ts";
import { contributionRoutes } from "./contributions/contribution-routes.ts";
import { sharedPage } from "./contributions/shared-contributions.ts";
import { dataPointRoutes } from "./data-points/data-point-routes.ts";
import { findFile, findPhotoKey, findRecording, setUnreadable } from "./data-points/photo-queries.ts";
import { datasetRoutes } from "./datasets/dataset-routes.ts";
import { featuresRoutes } from "./features-api/features-routes.ts";
import { gpsReportRoutes } from "./field-tests/gps-report-routes.ts";
import { plantIdRoutes } from "./field-tests/plant-id-routes.ts";
import { placeRoutes } from "./gazetteer/place-routes.ts";
import { UploadQuota } from "./incoming/upload-quota.ts";
import { languageRoutes } from "./languages/language-routes.ts";
import { lessonRoutes } from "./lessons/lesson-routes.ts";
import { listRoutes } from "./lists/list-routes.ts";
import { mapFileRoutes } from "./map-file/map-file-routes.ts";
import { pictureRoutes } from "./media/picture-routes.ts";
import { countRequests } from "./metrics/metrics.ts";
import { mailRoutes, newsRoutes, pushRoutes } from "./notices/notice-routes.ts";
import { organizationRoutes } from "./organizations/organization-routes.ts";
import { chooseLanguageByAddress, type OnLanguageChosen } from "./pages/localized-pages.ts";
import { contentSecurityPolicy } from "./pages/security-headers.ts";
import { inlineScripts, servePages } from "./pages/web-pages.ts";
import { participationRoutes } from "./participations/participation-routes.ts";
import { personalTokenRoutes } from "./personal-tokens/personal-token-routes.ts";
import { fileRoutes, photoRoutes } from "./photos/photo-routes.ts";
import type { Services } from "./processes/services.ts";
import { protocolRoutes } from "./protocols/protocol-routes.ts";
import { questMapRoutes } from "./quest-map/quest-map-routes.ts";
import { questProgressRoutes } from "./quest-progress/quest-progress-routes.ts";
import { questionRoutes } from "./questions/question-routes.ts";
import { coverRoutes } from "./quests/cover-routes.ts";
import { ProtocolVersions } from "./quests/protocol-queries.ts";
import { questPage } from "./quests/quest-page.ts";
import { questRoutes } from "./quests/quest-routes.ts";
import { DomainError } from "./refusals/domain-error.ts";
import { releasePage } from "./releases/release-page.ts";
import { releaseRoutes } from "./releases/release-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import { rescueRoutes } from "./rescue/rescue-routes.ts";
import { resultsInFrames, resultsPage } from "./results/results-page.ts";
import { resultsRoutes } from "./results/results-routes.ts";
import { fairWorkRoutes, reviewRoutes } from "./reviews/review-routes.ts";
import type { Config } from "./settings/config.ts";
import { settingsRoutes } from "./settings/settings-routes.ts";
import { mapTileRoutes, staticMapRoutes } from "./static-map/static-map-routes.ts";
import { stationRoutes } from "./stations/station-routes.ts";
import { requireTeamRole } from "./teams/require-team-role.ts";
import { teamRoutes } from "./teams/team-routes.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";
import { webhookRoutes } from "./webhooks/webhook-routes.ts";

/** JSON bodies only; photos have a limit of their own. */
const jsonBytesMax = 1_000_000;

export type AppOptions = {
  /** Served at the root beside the API: the embedded identity provider. */
  sitePlugins?: FastifyPluginAsync[];
  /** Told of each language that is chosen by an address. */
  onLanguageChosen?: OnLanguageChosen;
  /** The built web application; without it only the API answers. */
  webRoot?: string;
  /** Knows when the server is about to end; its own `close()` is the latest moment. */
  ending?: Ending;
  /** Told of every route. */
  onRoute?: (route: RouteOptions) => void;
};

/** The whole server, not listening yet; `close()` ends what it started, not the services. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config } = services;
  const app = fastify({
    loggerInstance: services.logger as FastifyBaseLogger,
    trustProxy: trustOf(config),
    bodyLimit: jsonBytesMax,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
    genReqId: () => randomUUID(),
    requestTimeout: 10 * 60_000,
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: refuseUndecodable,
    // what comes while we stop is still answered: whatever is needed for that ends last
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
  });
  if (options.onRoute) app.addHook("onRoute", options.onRoute);
  const ending = options.ending ?? new Ending();
  announceEnding(app, ending);
  installErrorHandler(app);
  installRequestLog(app);
  if (services.metrics) countRequests(app, services.metrics);
  drainUnreadRequests(app, ending);
  chooseLanguageByAddress(app, config, options.onLanguageChosen);
  const requestCounts = new RequestCounts(services);
  app.addHook("onClose", () => requestCounts.stop());
  const scripts = options.webRoot ? await inlineScripts(options.webRoot) : [];
  await app.register(helmet, contentSecurityPolicy(config, services.externalProvider, scripts));
  await app.register(compress, { threshold: 1024 });
  for (const plugin of options.sitePlugins ?? []) await app.register(plugin);
  await app.register(
    async (api) => {
      acceptJson(api);
      await allowOrigins(api, config.appOrigins);
      api.decorate("callCosts", services.callCosts);
      api.decorate("networkOf", services.networkOf);
      const bodyChecker = new BodyChecker();
      api.decorate("bodyChecker", bodyChecker);
      api.addHook("onClose", () => bodyChecker.end());
      api.decorate("requireTeamRole", (identity, role, place, tx) =>
        requireTeamRole(tx ?? services.db, identity, role, place),
      );
      api.decorate("holdCaller", holdCaller);
      api.decorate("checksAnswers", !config.isProduction);
      await identifyRequests(api, services.verifyToken);
      await limitRequests(api, { ...services, requestCounts });
      bindNames(api, (identity) => bindAdventurer(services, identity));
      await api.register(multipart, { throwFileSizeLimit: false });
      api.addHook("onRequest", async (_request, reply) => {
        reply.header("cache-control", "no-store");
      });
      healthRoutes(api, { ...services, ending });
      serveOpenApiDocument(api, config.publicUrl);
      implementCall(api, calls.getClientConfiguration, {
        allow: "visitor",
        handle: async () => services.clientConfiguration,
      });
      languageRoutes(api, services);
      questRoutes(api, services);
      questProgressRoutes(api, services);
      resultsRoutes(api, services);
      releaseRoutes(api, services);
      questMapRoutes(api, services);
      const uploadQuota = new UploadQuota(requestCounts, config.uploadBytesPerDay);
      coverRoutes(api, { ...services, uploadQuota });
      protocolRoutes(api, services);
      placeRoutes(api, services);
      adventurerRoutes(api, services);
      participationRoutes(api, services);
      const protocolVersions = new ProtocolVersions(services.db);
      dataPointRoutes(api, { ...services, protocolVersions, uploadQuota });
      contributionRoutes(api, services);
      lessonRoutes(api, services);
      stationRoutes(api, services);
      announcementRoutes(api, services);
      questionRoutes(api, services);
      newsRoutes(api, services);
      reportRoutes(api, services);
      pushRoutes(api, services);
      const rescueFolder = join(config.dataDir, "rescue-incoming");
      rescueRoutes(api, { ...services, protocolVersions, uploadQuota, rescueFolder });
      uploadRoutes(api, { ...services, uploadQuota });
      await mailRoutes(api, services);
      const recheckLot = { percent: config.recheckPercent, random: Math.random };
      reviewRoutes(api, { ...services, recheckLot });
      fairWorkRoutes(api, { ...services, recheckLot });
      organizationRoutes(api, services);
      teamRoutes(api, services);
      personalTokenRoutes(api, services);
      webhookRoutes(api, services);
      listRoutes(api, services);
      pictureRoutes(api, { ...services, uploadQuota });
      datasetRoutes(api, services);
      gpsReportRoutes(api, services);
      settingsRoutes(api, services);
      photoRoutes(api, {
        ...services,
        findPhotoKey: (id) => findPhotoKey(services.db, id),
        setUnreadable: (id) => setUnreadable(services.db, id),
      });
      fileRoutes(api, {
        ...services,
        findFile: (id) => findFile(services.db, id),
        findRecording: (id) => findRecording(services.db, id),
      });
      plantIdRoutes(api, { ...services, uploadQuota });
      staticMapRoutes(api, services);
      mapTileRoutes(api, services);
      mapFileRoutes(api, services);
      refuseUnknownCalls(api);
    },
    { prefix: "/api" },
  );
  await app.register(
    async (features) => {
      await limitRequests(features, { ...services, requestCounts });
      featuresRoutes(features, services);
    },
    { prefix: "/ogc" },
  );
  if (options.webRoot) {
    const pages = await servePages(app, { ...services, webRoot: options.webRoot });
    questPage(app, { ...services, pages });
    resultsPage(app, { ...services, pages });
    resultsInFrames(app, { ...services, pages });
    sharedPage(app, { ...services, pages });
    releasePage(app, { ...services, pages });
  }
  return app;
}

/** These two routes keep the app's page from answering a GET that no call has. */
function refuseUnknownCalls(api: FastifyInstance): void {
  const refuse = () => {
    throw new DomainError("not_found.call");
  };
  for (const url of ["/", "/*"]) api.get(url, refuse);
  api.setNotFoundHandler({ preHandler: api.rateLimit() }, refuse);
}

/** The framework's types know no number of proxies. */
function trustOf({ trustedProxies }: Config): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustedProxies === "number" ? (_address, hop) => hop < trustedProxies : trustedProxies;
}

/** One line a request: its route, not its path, in which names and ids of people stand, nor its query with what they look for. */
function installRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });
}
