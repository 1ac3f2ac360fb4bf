// biome-ignore-all format: made by `npm run texts` from src/texts/en; not to be edited.

/** The values that each text takes. */
export type TextValues = {
  // app.json
  "app.document.title": { page: string | number };
  "app.account.signedInAs": { username: string | number };
  // components.json
  "components.difficulty": { difficulty: string | number; name: string | number };
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
  "identity.trail.set-groups": { before: string | number; after: string | number };
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
  "identity.signIn.newHere": "link";
  "identity.signUp.haveAccount": "link";
  "identity.confirm.lead": "strong";
  "identity.confirm.linkOpened": "link";
  "identity.confirm.noMail": "button";
  "identity.resetPassword.noMail": "link";
  "identity.signOut.signedInAs": "strong";
  "identity.signOut.signedIn": "strong";
  "identity.account.phone": "phone";
  "identity.devices.thisOne": "strong";
  "identity.devices.lastSeen": "time";
  "identity.devices.lastSeen.remembered": "time";
  "identity.setUpApp.onThisPhone": "link" | "secret";
  "identity.confirmPhone.lead": "phone";
};
