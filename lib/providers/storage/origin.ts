type Bucket = { bucket: string; region: string; endpoint: string | null };

/** The origin to which browsers send uploads of a bucket: the one that is configured, else AWS's own. */
export function uploadOrigin({ bucket, region, endpoint }: Bucket): string {
  if (endpoint) return new URL(endpoint).origin;
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  // A certificate for *.s3 covers no name with dots.
  return bucket.includes(".") ? `https://${host}` : `https://${bucket}.${host}`;
}
