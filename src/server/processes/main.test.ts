import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { serverArguments } from "../../../test/cairn-process.ts";

it("[IDENT-14] an invalid user pool id stops the start with only this message", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, serverArguments(), {
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", COGNITO_USER_POOL_ID: "us-east-2", OIDC_CLIENT_ID: "x" },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(1);
  expect(stdout).toBe("");
  const said = stderr.split("\n").filter((line) => line !== "" && !line.startsWith("oidc-provider WARNING"));
  expect(said).toEqual([
    'The Cognito user pool id "us-east-2" is not valid: expected us-east-2_ and letters or digits.',
  ]);
});
