"use client";

import { useTranslations } from "next-intl";
import { useEffect, useReducer, useRef } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import { ApiError } from "@/lib/web/http";
import { isUnderWay, NO_PHOTO, nextPhotoState, type PhotoEvent, type SentPhoto } from "./photo-state";
import { PhotoRefused } from "./refused";
import type { Reports, Uploader } from "./send-photo";
import { useUploader } from "./use-uploader";

/** A photo under way or sent: how to take it back, and its address once it has one. */
type Work = { stop: AbortController; end: Promise<string> };

export type PhotoControl = ReturnType<typeof usePhoto>;

/**
 * The one photo of a request on its way from the phone to the store (specification 5, Photo; 8, Uploader messages). `onSent` is told when there
 * is one to make the request with, and null when there no longer is.
 */
export function usePhoto(onSent: (photo: SentPhoto | null) => void) {
  const t = useTranslations("request.create.photo");
  const failureText = useFailureText();
  const loadUploader = useUploader();
  const [{ photo, refusal }, dispatch] = useReducer(nextPhotoState, NO_PHOTO);
  const chosen = useRef<readonly File[]>([]);
  const work = useRef<Work | null>(null);

  useEffect(() => () => work.current?.stop.abort(), []);

  function run(
    { name, thumbnail }: { name: string; thumbnail: string | null },
    job: (uploader: Uploader, reports: Reports, signal: AbortSignal) => Promise<string>,
  ) {
    const stop = new AbortController();
    const { signal } = stop;
    let made = thumbnail;
    const tell = (event: PhotoEvent) => !signal.aborted && dispatch(event);
    const reports: Reports = {
      prepared: (now) => {
        made = now;
        tell({ type: "prepared", thumbnail: now });
      },
      progress: (percent) => tell({ type: "moved", percent }),
      connection: (state) => tell({ type: "connection", state }),
    };
    const end = loadUploader().then((uploader) => job(uploader, reports, signal));
    work.current = { stop, end };
    end.then(
      (photoUrl) => {
        if (signal.aborted) return;
        dispatch({ type: "sent", photoUrl });
        onSent({ name, thumbnail: made ?? "", photoUrl });
        toast({ title: t("sentTitle"), variant: "success" });
      },
      (error: unknown) => !signal.aborted && fail(error, { name, prepared: made !== null }),
    );
  }

  /** `prepared`: the photo was ready to travel. */
  function fail(error: unknown, { name, prepared }: { name: string; prepared: boolean }) {
    if (error instanceof PhotoRefused) {
      dispatch({ type: "refused", reason: error.message });
      return;
    }
    const sent = prepared && !(error instanceof ApiError);
    const description = sent ? t("failed", { file: name }) : t("prepareFailed");
    dispatch({ type: "failed", problem: sent ? description : failureText(error) });
    toast({ title: t("failedTitle"), description, variant: "destructive" });
  }

  function take(files: readonly File[]) {
    const [first] = files;
    if (!first) return;
    if (photo.phase !== "none") {
      const refuse = (reason: string | null) =>
        dispatch({ type: "refused", reason: reason ?? t("tooMany"), keep: true });
      loadUploader().then(
        (uploader) => refuse(uploader.refusalOf(files)),
        () => refuse(null),
      );
      return;
    }
    chosen.current = files;
    dispatch({ type: "chosen", name: first.name });
    run({ name: first.name, thumbnail: null }, (uploader, reports, signal) =>
      uploader.upload(files, reports, signal),
    );
  }

  /** Once more after a failure, from where it failed. */
  function retry() {
    if (photo.phase !== "failed") return;
    const { name, thumbnail } = photo;
    dispatch(thumbnail ? { type: "prepared", thumbnail } : { type: "chosen", name });
    run(photo, (uploader, reports, signal) =>
      thumbnail ? uploader.resume(reports, signal) : uploader.upload(chosen.current, reports, signal),
    );
  }

  function letGo(event: PhotoEvent) {
    work.current?.stop.abort();
    if (work.current) loadUploader().then(({ clear }) => clear(), ignore);
    work.current = null;
    dispatch(event);
    onSent(null);
  }

  /**
   * The address of the photo that goes with a request, null when none does. Waits for one that is under way.
   * @throws when that one fails; the field then says why
   */
  async function settled(): Promise<string | null> {
    if (photo.phase === "sent") return photo.photoUrl;
    if (!isUnderWay(photo) || !work.current) return null;
    const { stop, end } = work.current;
    return end.catch((error: unknown) => {
      if (stop.signal.aborted) return null;
      throw error;
    });
  }

  return {
    photo,
    refusal,
    take,
    retry,
    settled,
    remove: () => letGo({ type: "removed" }),
    /** The server will not have it for a request. */
    refuse: (reason: string) => letGo({ type: "refused", reason }),
    /** A photo that was sent before the page was left. */
    restore: (sent: SentPhoto) => dispatch({ type: "restored", photo: sent }),
    /** Somebody is about to choose: Uppy can come meanwhile. */
    prefetch: () => {
      loadUploader().catch(ignore);
    },
  };
}

function ignore(): void {}
