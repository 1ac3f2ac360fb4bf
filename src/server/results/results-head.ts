import type { QuestResults } from "../../contract/results.ts";
import { exportedText } from "../../protocol/exported-text.ts";
import { withoutMarkup } from "../../protocol/markup.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { headOf } from "../pages/page-heads.ts";
import type { PublicQuest } from "./published-queries.ts";

const descriptionLengthMax = 5_000;

/**
 * What chats (Open Graph) and search engines for data (schema.org `Dataset`) read of a results page.
 * @param publicUrl without a trailing slash
 */
export function headOfResults(
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
