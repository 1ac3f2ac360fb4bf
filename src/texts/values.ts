// biome-ignore-all format: made by `npm run texts` from src/texts/en; not to be edited.

/** The values that each text takes. */
export type TextValues = {
  // app.json
  "app.document.title": { page: string | number };
  "app.account.signedInAs": { username: string | number };
  // components.json
  "components.difficulty": { difficulty: string | number; name: string | number };
};

/** The marks that stand in a text. */
export type TextMarks = {
  "app.account.signedInAs": "strong";
};
