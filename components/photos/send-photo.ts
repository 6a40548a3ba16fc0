import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";
import { MAX_PHOTO_BYTES, PHOTO_TYPES } from "@/lib/domain/photos/rules";
import { send } from "@/lib/web/http";
import { patientPut } from "./patient-put";
import type { Connection } from "./photo-state";
import { PhotoRefused } from "./refused";
import { isTransient, RETRY_DELAYS_MS } from "./retry";
import { type SmallPhoto, shrinkPhoto } from "./shrink-photo";

/** What Uppy says to a person (specification 8, Uploader messages), under its own keys and with its own placeholders, and one thing more. */
export type UploaderTexts = Record<
  | "exceedsSize"
  | "inferiorSize"
  | "youCanOnlyUploadFileTypes"
  | "youCanOnlyUploadX"
  | "noDuplicates"
  | "unreadable",
  string
>;

export type Reports = {
  /** The photo is ready to travel. */
  prepared(thumbnail: string): void;
  /** 0 to 100. */
  progress(percent: number): void;
  connection(state: Connection): void;
};

/** POST /api/photos/upload (api.md). */
type Target = { uploadURL: string; method: "PUT"; headers: Record<string, string>; photoUrl: string };

export type Uploader = ReturnType<typeof createUploader>;

/**
 * Uppy, set up for the one photo of a request (specification 5, Photo; 9, Uploader defaults). Its aws-s3 plugin tries a single PUT only once,
 * so the retries are ours; each asks for a new address. Loaded when somebody picks a photo, never before.
 */
export function createUploader({ unreadable, ...texts }: UploaderTexts) {
  const photoUrls = new WeakMap<object, string>();
  let refusal: string | null = null;
  let failure: unknown;
  let report: Reports | null = null;

  const uppy = new Uppy({
    id: "photo",
    // No text of ours depends on a number.
    locale: { strings: texts, pluralize: () => 0 },
    restrictions: { maxNumberOfFiles: 1, minFileSize: 1, allowedFileTypes: [...PHOTO_TYPES] },
  });
  uppy.use(AwsS3, {
    shouldUseMultipart: false,
    uploadPartBytes: patientPut,
    getUploadParameters: async ({ data, type }) => {
      const body = { contentType: type, contentLength: data?.size };
      const { uploadURL, method, headers, photoUrl } = await send<Target>("POST", "/api/photos/upload", body);
      if (data) photoUrls.set(data, photoUrl);
      return { method, url: uploadURL, headers };
    },
  });
  uppy.on("restriction-failed", (_file, { message }) => {
    refusal = message;
  });
  uppy.on("upload-error", (_file, error) => {
    failure = error;
  });
  uppy.on("upload-progress", (_file, { bytesUploaded, bytesTotal }) => {
    if (bytesUploaded && bytesTotal) report?.progress(Math.round((100 * bytesUploaded) / bytesTotal));
  });

  /** Gives files to Uppy; answers what it has against them, or null. */
  function add(files: readonly File[]): string | null {
    refusal = null;
    uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data })));
    return refusal;
  }

  /** Why these files cannot be had beside the photo there is; null when there is none. */
  function refusalOf(files: readonly File[]): string | null {
    return uppy.getFiles().length > 0 ? add(files) : null;
  }

  /**
   * Takes the one photo, makes it small and sends it. Answers its `photoUrl`.
   * @throws PhotoRefused when it is not one that can be taken
   * @throws ApiError when no address was given for it; another error when the store did not take it
   */
  async function upload(files: readonly File[], reports: Reports, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    try {
      const problem = add(files);
      const [file] = uppy.getFiles();
      if (problem !== null || !file) throw new PhotoRefused(problem ?? unreadable);
      const { photo, thumbnail } = await shrink(file.data as File);
      signal.throwIfAborted();
      uppy.setFileState(file.id, { data: photo, size: photo.size, type: photo.type });
      reports.prepared(thumbnail);
    } catch (error) {
      if (!signal.aborted) clear();
      throw error;
    }
    return resume(reports, signal);
  }

  async function shrink(file: File): Promise<SmallPhoto> {
    const small = await shrinkPhoto(file).catch(() => null);
    // Only what travels is measured: any phone's picture fits once it is small.
    if ((small?.photo ?? file).size > MAX_PHOTO_BYTES) {
      throw new PhotoRefused(uppy.i18n("exceedsSize", { file: file.name }));
    }
    if (!small) throw new PhotoRefused(unreadable);
    return small;
  }

  /** Sends the photo that was taken; after a failure, once more from the start. Throws like `upload`. */
  async function resume(reports: Reports, signal: AbortSignal): Promise<string> {
    report = reports;
    const delays = RETRY_DELAYS_MS.values();
    for (;;) {
      const result = await uppy.upload();
      signal.throwIfAborted();
      const [sent] = result?.successful ?? [];
      if (sent?.data) return photoUrls.get(sent.data) ?? "";
      if (!navigator.onLine) {
        reports.connection("offline");
        await pause((done) => window.addEventListener("online", done, { once: true }), signal);
        reports.connection("back");
        continue;
      }
      const delay = isTransient(failure) ? delays.next().value : undefined;
      if (delay === undefined) throw failure;
      reports.connection("retrying");
      await pause((done) => setTimeout(done, delay), signal);
    }
  }

  /** Lets go of the photo, and stops sending it. */
  function clear(): void {
    uppy.cancelAll();
  }

  return { refusalOf, upload, resume, clear, destroy: () => uppy.destroy() };
}

/** Waits for something, or until the photo is taken back. */
function pause(until: (done: () => void) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    until(resolve);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
