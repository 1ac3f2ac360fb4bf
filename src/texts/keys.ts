import type admin from "./en/admin.json";
import type announcements from "./en/announcements.json";
import type answers from "./en/answers.json";
import type app from "./en/app.json";
import type arrival from "./en/arrival.json";
import type charts from "./en/charts.json";
import type components from "./en/components.json";
import type contributions from "./en/contributions.json";
import type dataset from "./en/dataset.json";
import type desk from "./en/desk.json";
import type document from "./en/document.json";
import type editor from "./en/editor.json";
import type evidence from "./en/evidence.json";
import type field from "./en/field.json";
import type fieldStatus from "./en/field.status.json";
import type identity from "./en/identity.json";
import type joined from "./en/joined.json";
import type kinds from "./en/kinds.json";
import type lessonEditor from "./en/lesson.editor.json";
import type lesson from "./en/lesson.json";
import type life from "./en/life.json";
import type mails from "./en/mails.json";
import type members from "./en/members.json";
import type news from "./en/news.json";
import type offline from "./en/offline.json";
import type organizations from "./en/organizations.json";
import type outbox from "./en/outbox.json";
import type own from "./en/own.json";
import type position from "./en/position.json";
import type profile from "./en/profile.json";
import type progress from "./en/progress.json";
import type protocol from "./en/protocol.json";
import type templates from "./en/protocol.template.json";
import type quest from "./en/quest.json";
import type questLoad from "./en/quest.load.json";
import type questions from "./en/questions.json";
import type quests from "./en/quests.json";
import type refusals from "./en/refusals.json";
import type releases from "./en/releases.json";
import type reports from "./en/reports.json";
import type results from "./en/results.json";
import type review from "./en/review.json";
import type rows from "./en/rows.json";
import type sample from "./en/sample.json";
import type settings from "./en/settings.json";
import type shared from "./en/shared.json";
import type team from "./en/team.json";
import type tests from "./en/tests.json";
import type validationOfExpressions from "./en/validation.expression.json";
import type validation from "./en/validation.json";
import type validationOfProtocols from "./en/validation.protocol.json";
import type webhooks from "./en/webhooks.json";
import type xlsform from "./en/xlsform.json";
import type { TextMarks, TextValues } from "./values.ts";

/** The files of a language's folder. Screens load texts by area. */
type English = {
  admin: typeof admin;
  announcements: typeof announcements;
  answers: typeof answers;
  app: typeof app;
  arrival: typeof arrival;
  charts: typeof charts;
  components: typeof components;
  contributions: typeof contributions;
  dataset: typeof dataset;
  desk: typeof desk;
  document: typeof document;
  editor: typeof editor;
  evidence: typeof evidence;
  field: typeof field;
  "field.status": typeof fieldStatus;
  identity: typeof identity;
  joined: typeof joined;
  kinds: typeof kinds;
  lesson: typeof lesson;
  "lesson.editor": typeof lessonEditor;
  life: typeof life;
  mails: typeof mails;
  members: typeof members;
  news: typeof news;
  offline: typeof offline;
  organizations: typeof organizations;
  outbox: typeof outbox;
  own: typeof own;
  position: typeof position;
  profile: typeof profile;
  progress: typeof progress;
  protocol: typeof protocol;
  "protocol.template": typeof templates;
  quest: typeof quest;
  "quest.load": typeof questLoad;
  questions: typeof questions;
  quests: typeof quests;
  refusals: typeof refusals;
  reports: typeof reports;
  releases: typeof releases;
  results: typeof results;
  review: typeof review;
  rows: typeof rows;
  sample: typeof sample;
  settings: typeof settings;
  shared: typeof shared;
  team: typeof team;
  tests: typeof tests;
  validation: typeof validation;
  "validation.expression": typeof validationOfExpressions;
  "validation.protocol": typeof validationOfProtocols;
  webhooks: typeof webhooks;
  xlsform: typeof xlsform;
};

export type Area = keyof English;
/** Of an area's own file. */
type OwnKeyOf<Of extends Area> = { [Each in Of]: keyof English[Each] & string }[Of];
/** Keys of an area, and of areas within it: `validation.protocol` is one within `validation`. */
export type KeyOf<Of extends Area> = OwnKeyOf<Extract<Area, Of | `${Of}.${string}`>>;
export type Messages<Of extends Area> = Record<OwnKeyOf<Of>, unknown>;
export type TextKey = KeyOf<Area>;

/** Keys of texts with marks such as `<strong>…</strong>`: use `rich` in the browser, `splitMarks` elsewhere. */
export type MarkedKey = keyof TextMarks;

/** A text's required arguments: none, or values for its placeholders. */
export type ValuesOf<Key> = Key extends keyof TextValues ? [values: TextValues[Key]] : [];

/** Translates a key. Unknown keys and missing values don't compile. */
export type Translate<Known extends string> = <Key extends Known>(key: Key, ...values: ValuesOf<Key>) => string;
