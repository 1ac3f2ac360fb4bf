// biome-ignore-all format: made by `npm run texts` from src/texts/en; not to be edited.

/** The values that each text takes. */
export type TextValues = {
  // app.json
  "app.document.title": { page: string | number };
  "app.account.signedInAs": { username: string | number };
  // components.json
  "components.difficulty": { difficulty: string | number; name: string | number };
  "components.accuracy": { radius: string | number; grade: string | number };
  // field.json
  "field.titleOf": { questName: string | number };
  "field.due": { day: string | number };
  "field.form.arrivedBefore": { measurements: string | number };
  "field.form.uploadingPercent": { percent: string | number };
  "field.announce.uploadingPercent": { percent: string | number };
  "field.uploadRefused": { status: string | number; detail: string | number };
  "field.uploadFailed": { error: string | number };
  "field.photo.tooLarge": { megabytes: string | number };
  "field.list.number": { number: string | number };
  "field.list.reviewerSays": { comment: string | number };
  "field.picture.enlarge": { number: string | number };
  "field.picture.of": { number: string | number };
  "field.progress.trees": { count: string | number; wanted: string | number };
  "field.progress.points": { count: number };
  "field.progress.changes": { count: number };
  "field.progress.daysLeft": { days: number };
  "field.status.moreDays": { days: number };
  "field.status.notCompleted": { reason: string | number };
  "field.status.fewTrees": { wanted: string | number; count: string | number };
  // quest.json
  "quest.joined": { questName: string | number };
  "quest.apply.failedBecause": { reason: string | number };
  "quest.panel.deadline.passed": { day: string | number };
  "quest.panel.deadline.left": { count: number; day: string | number };
  "quest.panel.places.left": { left: number; limit: string | number };
  "quest.share.copyThis": { address: string | number };
  "quest.trees.duration.text": { min: string | number; max: string | number };
  "quest.trees.task.text": { minTrees: string | number; minYards: string | number };
  "quest.trees.procedure.5": { minYards: string | number; minTrees: string | number };
  // quests.json
  "quests.list.count": { count: number };
  "quests.list.countSoFar": { count: number };
  "quests.map.cluster": { count: number };
  "quests.map.moreDetailAbout": { questName: string | number };
  "quests.map.deadline": { day: string | number };
  // refusals.json
  "refusals.photo_too_large": { megabytes: string | number };
  "refusals.photo_too_many_pixels": { megapixels: string | number };
  "refusals.plant_id_failed": { status: string | number };
  "refusals.validation_failed.mapLatitude": { degrees: string | number };
  // review.json
  "review.decided.accepted": { questName: string | number };
  "review.decided.denied": { questName: string | number };
  "review.decided.change_requested": { questName: string | number };
  "review.overview": { id: string | number };
  "review.image": { questName: string | number };
  "review.requirements.trees": { trees: string | number; yards: string | number };
  "review.plant.error": { message: string | number };
  "review.plant.bestMatch": { species: string | number };
  "review.decision.notSaved": { reason: string | number };
  // validation.json
  "validation.expected": { type: string | number };
  "validation.stringTooShort": { min: string | number };
  "validation.stringTooLong": { max: string | number };
  "validation.listTooShort": { min: string | number };
  "validation.listTooLong": { max: string | number };
  "validation.numberTooSmall": { min: string | number };
  "validation.numberTooBig": { max: string | number };
  "validation.oneOf": { values: string | number };
  "validation.unknownFields": { names: string | number };
};

/** The marks that stand in a text. */
export type TextMarks = {
  "app.account.signedInAs": "strong";
  "field.list.number": "hidden";
  "field.list.reviewerSays": "hidden";
  "field.status.collecting": "link";
  "review.ofOneQuest": "link";
  "review.none.hint": "keys";
  "review.plant.bestMatch": "name";
};
