import { treeGirth } from "../../../protocol/templates/tree-girth.ts";
import { type DemoProtocol, fieldsOf, inLanguage, optionsOf } from "./in-language.ts";

const { protocol: trees } = treeGirth;

/** What the quest began with: the circumference and the name. */
export const blueRidgeFirst: DemoProtocol = { ...trees, fields: fieldsOf(trees, "tree_width", "tree_name") };

export const blueRidge: DemoProtocol = {
  ...trees,
  fields: [
    ...fieldsOf(trees, "tree_width", "bark_texture"),
    {
      key: "trunk_side",
      kind: "choice",
      label: "Side of the trunk in the photo",
      hint: "Moss and sun make two sides of one tree look like two trees.",
      options: optionsOf({ north: "North", east: "East", south: "South", west: "West" }),
    },
    ...fieldsOf(trees, "tree_condition", "tree_name"),
  ],
};

export const nairobi: DemoProtocol = inLanguage(
  {
    ...trees,
    fields: [
      ...fieldsOf(trees, "tree_width", "tape_height", "tree_condition"),
      {
        key: "threats",
        kind: "choices",
        label: "What threatens the tree?",
        options: optionsOf({
          road_works: "Road works close by",
          cut_roots: "Cut roots",
          nails: "Nails or wire in the trunk",
          fire: "Fire at the foot",
          none: "Nothing that I can see",
        }),
      },
      ...fieldsOf(trees, "tree_name", "whole_tree"),
    ],
  },
  "sw",
  {
    tree_width: {
      label: "Mzingo wa shina la mti",
      hint: "Zungusha tepu kwenye shina kwa urefu wa kifua, iwe sawa na karibu na gome.",
    },
    tape_height: {
      label: "Urefu wa tepu kutoka ardhini",
      hint: "Ikiwa tu haikuwa kwenye urefu wa kifua (sm 130 hadi 140), kwa mfano juu ya mizizi.",
    },
    tree_condition: {
      label: "Hali ya mti",
      options: {
        healthy: "Hai, una majani mengi",
        dead_branches: "Hai, matawi kadhaa makubwa yamekauka",
        mostly_dead: "Hai, sehemu kubwa imekauka",
        dead: "Umekauka lakini umesimama",
      },
    },
    threats: {
      label: "Nini kinahatarisha mti?",
      options: {
        road_works: "Ujenzi wa barabara karibu",
        cut_roots: "Mizizi iliyokatwa",
        nails: "Misumari au waya kwenye shina",
        fire: "Moto kwenye shina",
        none: "Sioni chochote",
      },
    },
    tree_name: { label: "Jina la mti", hint: "Ukilijua: jina la kawaida au la kisayansi." },
    whole_tree: { label: "Mti mzima", hint: "Kutoka mbali ili mti wote uonekane kwenye picha." },
    photo: "Gome kwa urefu wa kifua, likiwa wazi. Acha tepu ionekane kwenye picha.",
  },
);

export const kyoto: DemoProtocol = inLanguage(
  {
    ...trees,
    fields: [
      ...fieldsOf(trees, "tree_width"),
      {
        key: "bark_state",
        kind: "choices",
        label: "What do you see on the bark?",
        options: optionsOf({
          lichen: "Lichens or moss",
          cracks: "Deep cracks",
          resin: "Resin",
          holes: "Holes of insects",
          mushrooms: "Mushrooms",
          none: "None of these",
        }),
      },
      {
        key: "is_propped",
        kind: "yes_no",
        label: "Do props hold the tree?",
      },
      {
        key: "buds_on_twigs",
        kind: "choice",
        label: "Buds on the lower twigs",
        options: optionsOf({ many: "Many", few: "Few", none: "None" }),
      },
    ],
  },
  "ja",
  {
    tree_width: { label: "幹周り", hint: "胸の高さで、巻尺を水平にして樹皮に沿わせて測ってください。" },
    bark_state: {
      label: "樹皮に何が見えますか",
      options: {
        lichen: "地衣類・こけ",
        cracks: "深い割れ目",
        resin: "樹脂",
        holes: "虫の穴",
        mushrooms: "きのこ",
        none: "どれもない",
      },
    },
    is_propped: "支柱で支えられていますか",
    buds_on_twigs: { label: "下の枝の芽", options: { many: "多い", few: "少ない", none: "ない" } },
    photo: "胸の高さの樹皮を、腕の長さから撮ってください。巻尺も写してください。",
  },
);
