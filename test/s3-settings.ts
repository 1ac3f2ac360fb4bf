type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };

/** Server settings for storing photos in this bucket. */
export const s3Settings = (
  { endpoint, bucket, region, accessKeyId, secretAccessKey }: Bucket,
  prefix = "",
): Record<string, string> => ({
  PHOTO_STORE: "s3",
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
  ...(prefix && { S3_PREFIX: prefix }),
});
