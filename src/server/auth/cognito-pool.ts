/** A Cognito user pool's id: region, underscore, letters and digits. */
const poolIdFormat = /^[a-z]{2}(?:-[a-z]+)+-\d_[0-9A-Za-z]+$/;
const poolIdLengthMax = 55;
const regionFormat = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const issuerHost = /^cognito-idp(?:-fips)?\.([^.]+)\.amazonaws\.com(?:\.cn)?$/;

/** Region and id in a Cognito user pool's issuer, unchecked; undefined for other issuers. */
export function findCognitoPool(issuer: string): { region: string; userPoolId: string } | undefined {
  const { hostname, pathname } = new URL(issuer);
  const region = issuerHost.exec(hostname)?.[1];
  return region === undefined ? undefined : { region, userPoolId: pathname.replace(/^\/|(?<!\/)\/+$/g, "") };
}

/** @throws Error with the problem of a region or user pool id */
export function requireCognitoPool({ region, userPoolId }: { region: string; userPoolId: string }): void {
  if (!regionFormat.test(region)) {
    throw new Error(`The Cognito region "${region}" is not valid: expected one such as us-east-2.`);
  }
  if (userPoolId.length > poolIdLengthMax) {
    throw new Error(`The Cognito user pool id has ${userPoolId.length} characters; the maximum is ${poolIdLengthMax}.`);
  }
  if (!poolIdFormat.test(userPoolId)) {
    throw new Error(
      `The Cognito user pool id "${userPoolId}" is not valid: expected ${region}_ and letters or digits.`,
    );
  }
  if (!userPoolId.startsWith(`${region}_`)) {
    throw new Error(`The Cognito user pool id "${userPoolId}" does not belong to the region ${region}.`);
  }
}

export function cognitoIssuer({ region, userPoolId }: { region: string; userPoolId: string }): string {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return `https://cognito-idp.${region}.${domain}/${userPoolId}`;
}
