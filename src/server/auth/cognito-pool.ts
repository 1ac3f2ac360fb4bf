const poolIdLengthMax = 55;
const regionFormat = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const issuerHost = /^cognito-idp(?:-fips)?\.([^.]+)\.amazonaws\.com(?:\.cn)?$/;

/** Region and id in a Cognito user pool's issuer, unchecked; undefined for other issuers. */
export function findCognitoPool(issuer: string): { region: string; userPoolId: string } | undefined {
  const { hostname, pathname } = new URL(issuer);
  const region = issuerHost.exec(hostname)?.[1];
  return region === undefined ? undefined : { region, userPoolId: pathname.replace(/^\/|(?<!\/)\/+$/g, "") };
}

/** @throws Error that says what is wrong with the region or the user pool id */
export function requireCognitoPool({ region, userPoolId }: { region: string; userPoolId: string }): void {
  if (!regionFormat.test(region)) {
    throw new Error(`The Cognito region "${region}" is not valid: expected one such as us-east-2.`);
  }
  if (userPoolId.length > poolIdLengthMax) {
    throw new Error(`The Cognito user pool id has ${userPoolId.length} characters; the maximum is ${poolIdLengthMax}.`);
  }
  const prefix = `${region}_`;
  if (!userPoolId.startsWith(prefix) || !/^[0-9A-Za-z]+$/.test(userPoolId.slice(prefix.length))) {
    throw new Error(`The Cognito user pool id "${userPoolId}" is not valid: expected ${prefix} and letters or digits.`);
  }
}

export function cognitoIssuer({ region, userPoolId }: { region: string; userPoolId: string }): string {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return `https://cognito-idp.${region}.${domain}/${userPoolId}`;
}
