import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useReducer, useRef, useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { toast } from "@/components/ui/toast-store";
import { MAX_PHOTO_BYTES } from "@/lib/domain/photos/rules";
import { ApiError } from "@/lib/web/http";
import {
  type Connection,
  isUnderWay,
  NO_PHOTO,
  nextPhotoState,
  type PhotoEvent,
  type SentPhoto,
} from "./photo-state";
import type { PhotoRefused, Refusal } from "./send-photo";
import type { SmallPhoto } from "./shrink-photo";

/** The chosen files on their way to the store. */
type Upload = {
  files: readonly File[];
  /** Once the photo was made small. */
  small: SmallPhoto | null;
  stop: AbortController;
  /** The photo's address. */
  end: Promise<string>;
};

export type PhotoControl = ReturnType<typeof usePhoto>;

/** Why a photo is stopped, when it is not given up: nothing waits for it any more. */
const GONE = "gone";

/** Fetched when the person is about to choose a photo. */
const sending = () => import("./send-photo");

/**
 * The one photo of a request (specification 5, Photo; 8, Uploader messages). `onSent` gets the photo to create the
 * request with, and null when there is none any more.
 */
export function usePhoto(onSent: (photo: SentPhoto | null) => void) {
  const t = useTranslations("request.create.photo");
  const format = useFormatter();
  const failureText = useFailureText();
  const [{ photo, refusal }, dispatch] = useReducer(nextPhotoState, NO_PHOTO);
  const upload = useRef<Upload | null>(null);
  const [prepared, setPrepared] = useState<Blob | null>(null);
  const large = useAddress(prepared);
  const [isAwaited, setAwaited] = useState(false);

  useEffect(() => () => upload.current?.stop.abort(GONE), []);

  function start(files: readonly File[], known: SmallPhoto | null) {
    const [{ name } = { name: "" }] = files;
    const stop = new AbortController();
    const { signal } = stop;
    const report = (event: PhotoEvent) => !signal.aborted && dispatch(event);
    const current: Upload = { files, small: known, stop, end: run() };
    upload.current = current;

    async function run(): Promise<string> {
      const { preparePhoto, sendPhoto } = await sending();
      const small = known ?? (await preparePhoto(files));
      signal.throwIfAborted();
      current.small = small;
      setPrepared(small.photo);
      if (!known) report({ type: "prepared", thumbnail: small.thumbnail });
      const reports = {
        progress: (percent: number) => report({ type: "moved", percent }),
        connection: (state: Connection) => report({ type: "connection", state }),
      };
      return sendPhoto(small.photo, reports, signal);
    }

    current.end.then(
      (photoUrl) => {
        if (signal.aborted) return;
        dispatch({ type: "sent", photoUrl });
        onSent({ name, thumbnail: current.small?.thumbnail ?? "", photoUrl });
        toast({ title: t("sentTitle"), variant: "success" });
      },
      (error: unknown) => !signal.aborted && fail(error, name, current.small !== null),
    );
  }

  function fail(error: unknown, name: string, isPrepared: boolean) {
    if (isRefused(error)) {
      upload.current = null;
      dispatch({ type: "refused", reason: refusalText(error.refusal, name) });
      return;
    }
    const atStore = isPrepared && !(error instanceof ApiError);
    const description = atStore ? t("failed", { file: name }) : t("prepareFailed");
    dispatch({ type: "failed", problem: atStore ? description : failureText(error) });
    toast({ title: t("failedTitle"), description, variant: "destructive" });
  }

  function refusalText(refusal: Refusal, file: string): string {
    if (refusal === "duplicate") return t("duplicate", { file });
    if (refusal !== "tooLarge") return t(refusal);
    const size = format.number(MAX_PHOTO_BYTES / 1024 ** 2, { style: "unit", unit: "megabyte" });
    return t("tooLarge", { file, size });
  }

  function take(files: readonly File[]) {
    const [first] = files;
    if (!first) return;
    if (photo.phase !== "none") {
      refuseMore(files, first.name);
      return;
    }
    dispatch({ type: "chosen", name: first.name });
    start(files, null);
  }

  /** There is a photo already. The file of one that was sent before a reload is unknown. */
  async function refuseMore(files: readonly File[], name: string) {
    const chosen = upload.current?.files[0];
    const reason = await sending()
      .then(({ refusalOf }) => chosen && refusalOf(files, chosen))
      .catch(() => null);
    dispatch({ type: "refused", reason: refusalText(reason ?? "tooMany", name), keep: true });
  }

  /** After a failure, from where it failed. */
  function retry() {
    if (photo.phase !== "failed" || !upload.current) return;
    const { files, small } = upload.current;
    dispatch(small ? { type: "prepared", thumbnail: small.thumbnail } : { type: "chosen", name: photo.name });
    start(files, small);
  }

  function discard(event: PhotoEvent) {
    upload.current?.stop.abort();
    upload.current = null;
    setPrepared(null);
    dispatch(event);
    onSent(null);
  }

  /**
   * The address of the request's photo, null without one. Waits for one that is under way.
   * @throws when that one fails, of which the field says why, or when the page was left
   */
  async function settled(): Promise<string | null> {
    if (photo.phase === "sent") return photo.photoUrl;
    if (!isUnderWay(photo) || !upload.current) return null;
    const { stop, end } = upload.current;
    setAwaited(true);
    try {
      return await end;
    } catch (error) {
      if (stop.signal.aborted && stop.signal.reason !== GONE) return null;
      throw error;
    } finally {
      setAwaited(false);
    }
  }

  return {
    photo,
    refusal,
    /** The address of what goes with the request, in this browser; null when nothing does. */
    preview: photo.phase === "sending" || photo.phase === "sent" ? (large ?? photo.thumbnail) : null,
    take,
    retry,
    settled,
    /** Somebody waits in `settled`. */
    isAwaited,
    remove: () => discard({ type: "removed" }),
    /** The server refused it for a request. */
    refuse: (reason: string) => discard({ type: "refused", reason }),
    /** A photo that was sent before the page was left. */
    restore: (sent: SentPhoto) => dispatch({ type: "restored", photo: sent }),
    prefetch: () => {
      sending().catch(() => undefined);
    },
  };
}

/** The address of a picture for as long as it is shown; null without one. */
function useAddress(picture: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [picture]);
  return address;
}

/** Its class is in the code that is fetched later. */
function isRefused(error: unknown): error is PhotoRefused {
  return error instanceof Error && "refusal" in error;
}
