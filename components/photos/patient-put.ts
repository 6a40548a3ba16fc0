import AwsS3 from "@uppy/aws-s3";

/** After so long without a byte moving, a connection is taken for dead: phones do not always notice. */
const PATIENCE_MS = 30_000;

type Put = typeof AwsS3.uploadPartBytes;

/** Uppy's own PUT, given up when nothing moves any more. */
export const patientPut: Put = ({ signal, onProgress, ...rest }) => {
  const stop = new AbortController();
  const giveUp = () => stop.abort();
  let timer = setTimeout(giveUp, PATIENCE_MS);
  signal?.addEventListener("abort", giveUp);
  return AwsS3.uploadPartBytes({
    ...rest,
    signal: stop.signal,
    onProgress: (event: ProgressEvent) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, PATIENCE_MS);
      onProgress(event);
    },
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  });
};
