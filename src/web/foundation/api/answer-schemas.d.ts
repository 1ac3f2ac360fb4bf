/** Made from the contract at build, by `scripts/answer-schemas-plugin.ts`. */
declare module "virtual:answer-schemas/*" {
  const schemas: import("../../../contract/answer-schemas.ts").AnswerSchemas;
  export default schemas;
}
