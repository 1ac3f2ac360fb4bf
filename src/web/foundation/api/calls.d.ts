/** What is known of every call, for tests. */
declare module "virtual:every-call" {}

/** Made from the contract at build, by `scripts/calls-plugin.ts`. */
declare module "virtual:calls-kept-always" {
  const names: readonly import("../../../contract/all-calls.ts").CallName[];
  export default names;
}
