import type { FastifyInstance } from "fastify";
import type { QuestResults } from "../../contract/results.ts";
import { exportedText } from "../../protocol/exported-text.ts";
import { withoutMarkup } from "../../protocol/markup.ts";
import { languageCookie } from "../../texts/languages.ts";
import { textsForRequest } from "../../texts/texts-for-request.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { CallCosts } from "../calls/call-costs.ts";
import type { Db } from "../database/connection.ts";
import type { LocalizedPages } from "../pages/localized-pages.ts";
import { policyInFrames } from "../pages/security-headers.ts";
import { headOf, servePageWithHead } from "../pages/web-pages.ts";
import type { Config } from "../settings/config.ts";
import { getResults } from "./get-results.ts";
import { findPublicQuest, type PublicQuest } from "./published-queries.ts";

type Services = { db: Db; callCosts: CallCosts; config: { publicUrl: string }; pages: LocalizedPages };

/** Serves the app's page at the address of public results, with a head for those who don't run the app. */
export function resultsPage(app: FastifyInstance, services: Services): void {
  const { db, config } = services;
  servePageWithHead(app, services, {
    path: "/quests/:id/results",
    file: "index.html",
    findHead: async ({ questId: id, texts }) => {
      const quest = await findPublicQuest(db, id);
      return quest && { html: headOfResults(quest, await getResults(db, id), { publicUrl: config.publicUrl, texts }) };
    },
  });
}

/**
 * The same page for frames on other sites: without tiles, cookies, devices and search engines. The site may name a
 * language in the address; otherwise it is the visitor's.
 */
export function resultsInFrames(
  app: FastifyInstance,
  { config, pages }: { config: Config; pages: LocalizedPages },
): void {
  app.get("/quests/:id/results/embed", (request, reply) => {
    const policy = String(reply.getHeader("content-security-policy"));
    reply
      .removeHeader("x-frame-options")
      .header("content-security-policy", policyInFrames(policy, config))
      .header("x-robots-tag", "noindex");
    const { [languageCookie]: ofSite } = request.query as Record<string, unknown>;
    return pages.send(request, reply, "index.html", undefined, textsForRequest(request, ofSite));
  });
}

const descriptionLengthMax = 5_000;

/**
 * What chats (Open Graph) and search engines for data (schema.org `Dataset`) read of a results page.
 * @param publicUrl without a trailing slash
 */
function headOfResults(
  quest: PublicQuest,
  results: QuestResults,
  { publicUrl, texts: { t } }: { publicUrl: string; texts: Texts },
): string {
  const { quest_name: questName, organization } = quest;
  const { accepted: count, volunteers } = results;
  const title = t("results.titleOf", { questName });
  const text = t("results.shared", { count, volunteers, organizationName: organization.organization_name });
  const address = `${publicUrl}/quests/${quest.id}/results`;
  return [
    headOf({ title, text, address, image: quest.quest_image }, publicUrl),
    // Not run by browsers. In it, only `<` could end it.
    `<script type="application/ld+json">${JSON.stringify(datasetOf({ quest, results, address, text, publicUrl })).replaceAll("<", "\\u003c")}</script>`,
  ].join("\n    ");
}

type Described = { quest: PublicQuest; results: QuestResults; address: string; text: string; publicUrl: string };

function datasetOf({ quest, results, address, text, publicUrl }: Described) {
  const { box, first_day: firstDay, last_day: lastDay, fields } = results;
  const { id, organization } = quest;
  return {
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: quest.quest_name,
    description: [text, quest.quest_description].filter(Boolean).join("\n\n").slice(0, descriptionLengthMax),
    url: address,
    identifier: address,
    isAccessibleForFree: true,
    creator: {
      "@type": "Organization",
      name: organization.organization_name,
      url: `${publicUrl}/organizations/${organization.id}`,
    },
    ...(firstDay && lastDay && { temporalCoverage: `${firstDay}/${lastDay}` }),
    ...(box && {
      spatialCoverage: {
        "@type": "Place",
        geo: { "@type": "GeoShape", box: `${box[1]} ${box[0]} ${box[3]} ${box[2]}` },
      },
    }),
    variableMeasured: fields.map(({ label, unit }) => ({
      "@type": "PropertyValue",
      name: withoutMarkup(exportedText(label)),
      ...(unit !== null && { unitCode: unit }),
    })),
    distribution: [
      {
        "@type": "DataDownload",
        encodingFormat: "application/geo+json",
        contentUrl: `${publicUrl}/ogc/collections/quest-${id}/items`,
      },
    ],
  };
}
