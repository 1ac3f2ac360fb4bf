// biome-ignore-all format: made by `npm run texts` from src/texts/en; not to be edited.

/** The values that each text takes. */
export type TextValues = {
  // admin.json
  "admin.quests.count": { count: number };
  "admin.quests.countFound": { total: number; count: number };
  "admin.quests.row.samples": { count: number; questName: string | number; pending: number };
  "admin.quests.row.pending": { count: number };
  "admin.quests.row.applications": { count: number; questName: string | number };
  "admin.quests.row.limit": { joined: string | number; limit: string | number };
  "admin.quests.row.accepted": { accepted: string | number; count: string | number };
  "admin.quests.row.editQuest": { questName: string | number };
  "admin.quests.adventurers.joined": { count: number };
  "admin.quests.datasets.collected": { count: number };
  "admin.questForm.location": { number: number };
  "admin.questForm.location.map": { number: number };
  "admin.questForm.cover.undrawable": { fileName: string | number };
  "admin.questForm.location.deleteNumber": { number: number };
  "admin.questForm.needAttention": { count: number };
  "admin.questForm.needAttention.inLocation": { location: string | number; field: string | number };
  "admin.datasets.count.pending": { count: number; questName: string | number };
  "admin.datasets.count.accepted": { count: number; questName: string | number };
  "admin.datasets.count.denied": { count: number; questName: string | number };
  "admin.datasets.count.change_requested": { count: number; questName: string | number };
  "admin.datasets.download": { format: string | number; questName: string | number };
  "admin.datasets.downloadFailed": { reason: string | number };
  "admin.gpsReports.mapOf": { location: string | number };
  "admin.organizations.editOne": { organizationName: string | number };
  "admin.organizations.saved": { organizationName: string | number };
  "admin.organizations.saveFailed": { reason: string | number };
  // app.json
  "app.document.title": { page: string | number };
  "app.account.signedInAs": { username: string | number };
  // components.json
  "components.difficulty": { difficulty: string | number; name: string | number };
  "components.map.movablePin": { position: string | number };
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
  // identity.json
  "identity.field.newPassword.hint": { min: string | number };
  "identity.rule.passwordTooShort": { min: string | number };
  "identity.rule.passwordTooLong": { max: string | number };
  "identity.rule.noSuchAccount": { username: string | number };
  "identity.tooManyAttempts.seconds": { count: number };
  "identity.tooManyAttempts.minutes": { count: number };
  "identity.code.sentJustNow.seconds": { count: number };
  "identity.code.sentJustNow.minutes": { count: number };
  "identity.provider.refusedBecause": { reason: string | number };
  "identity.confirm.lead": { email: string | number };
  "identity.confirmLink.confirmed.text": { username: string | number };
  "identity.terms.licence.text": { licence: string | number };
  "identity.terms.version": { version: string | number };
  "identity.terms.agree.licence": { licence: string | number };
  "identity.signOut.signedInAs": { username: string | number };
  "identity.account.phone": { phone: string | number };
  "identity.account.recoveryCodes": { count: number };
  "identity.deleteAccount.warning": { username: string | number };
  "identity.devices.thisOne": { device: string | number };
  "identity.devices.lastSeen": { moment: string | number };
  "identity.devices.lastSeen.remembered": { moment: string | number };
  "identity.devices.name": { browser: string | number; system: string | number };
  "identity.devices.name.unknownBrowser": { system: string | number };
  "identity.setUpApp.onThisPhone": { secret: string | number };
  "identity.setUpPhone.number.hint": { example: string | number };
  "identity.setUpPhone.number.wrong": { example: string | number };
  "identity.confirmPhone.lead": { phone: string | number };
  "identity.person.resetPassword.done": { days: number };
  "identity.trail.set-groups": { before: string | number; after: string | number };
  "identity.newPerson.done": { days: number };
  "identity.firstAdministrator.done.text": { username: string | number };
  // mails.json
  "mails.confirmSignUp.subject": { code: string | number };
  "mails.confirmSignUp.text": { username: string | number; code: string | number; link: string | number };
  "mails.emailHasAccount.text": { username: string | number; link: string | number };
  "mails.passwordReset.subject": { code: string | number };
  "mails.passwordReset.text": { username: string | number; code: string | number; link: string | number };
  "mails.confirmEmail.subject": { code: string | number };
  "mails.confirmEmail.text": { username: string | number; code: string | number };
  "mails.textMessage": { code: string | number };
  "mails.security.greeting": { username: string | number };
  "mails.security.device.new": { device: string | number };
  "mails.security.ifNotYou": { signIn: string | number; account: string | number };
  // quest.json
  "quest.joined": { questName: string | number };
  "quest.apply.failedBecause": { reason: string | number };
  "quest.panel.deadline.passed": { day: string | number };
  "quest.panel.deadline.left": { count: number; day: string | number };
  "quest.panel.places.left": { left: number; limit: string | number };
  "quest.share.copyThis": { address: string | number };
  "quest.locations.showAll": { count: string | number };
  "quest.locations.directionsTo": { place: string | number };
  "quest.trees.duration.text": { min: string | number; max: string | number };
  "quest.trees.task.text": { minTrees: string | number; minYards: string | number };
  "quest.trees.procedure.5": { minYards: string | number; minTrees: string | number };
  // quests.json
  "quests.own.trees": { count: string | number; wanted: string | number };
  "quests.own.points": { count: number };
  "quests.own.addDataTo": { questName: string | number };
  "quests.list.count": { count: number };
  "quests.list.countSoFar": { count: number };
  "quests.card.distance": { distance: string | number };
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
  // settings.json
  "settings.listensOn.value": { host: string | number; port: string | number };
  "settings.database.external": { address: string | number };
  "settings.photos.s3": { bucket: string | number; address: string | number; region: string | number };
  "settings.identityProvider.external": { address: string | number; client: string | number };
  "settings.mail.smtp": { address: string | number };
  "settings.plantIdentification.on": { address: string | number; requests: string | number };
  "settings.mapTiles.throughServer": { address: string | number };
  "settings.staticMap.service": { address: string | number };
  "settings.uploads.value": { megabytes: string | number };
  "settings.requests.value": { requests: string | number };
  "settings.proxy.count": { proxies: string | number };
  "settings.proxy.networks": { networks: string | number };
  "settings.withParameters": { address: string | number };
  // tests.json
  "tests.gps.accuracy.graded": { radius: string | number; grade: string | number };
  "tests.gps.map": { coordinates: string | number };
  "tests.gps.flag.failed": { reason: string | number };
  "tests.plantId.failed": { reason: string | number };
  "tests.plantId.results.count": { count: number };
  "tests.plantId.remaining": { count: number };
  "tests.plantId.score.percent": { percent: string | number };
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
  "admin.quests.adventurers.joined": "link";
  "admin.quests.datasets.collected": "link";
  "admin.questForm.place.source": "link";
  "admin.applications.pendingOfQuest": "link";
  "app.account.signedInAs": "strong";
  "field.list.number": "hidden";
  "field.list.reviewerSays": "hidden";
  "field.status.collecting": "link";
  "identity.signIn.newHere": "link";
  "identity.signUp.haveAccount": "link";
  "identity.confirm.lead": "strong";
  "identity.confirm.linkOpened": "link";
  "identity.confirm.noMail": "button";
  "identity.terms.licence.text": "link";
  "identity.terms.agree": "link";
  "identity.terms.agree.licence": "link";
  "identity.resetPassword.noMail": "link";
  "identity.signOut.signedInAs": "strong";
  "identity.signOut.signedIn": "strong";
  "identity.account.phone": "phone";
  "identity.devices.thisOne": "strong";
  "identity.devices.lastSeen": "time";
  "identity.devices.lastSeen.remembered": "time";
  "identity.setUpApp.onThisPhone": "link" | "secret";
  "identity.confirmPhone.lead": "phone";
  "review.ofOneQuest": "link";
  "review.none.hint": "keys";
  "review.plant.bestMatch": "name";
  "tests.plantId.remaining": "strong";
};
